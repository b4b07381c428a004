"""What lies between the card devices of a simulation and their tables: lines that are lost, late, said twice.

A line keeps its order, as a stream of bytes does, but for a few that are overtaken. What one means is not
known here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cutcard.adapters.card_device import CardDevices
from tests.venue.card_device.device import KEY, Device, devices_of
from tests.venue.card_device.wire import Cable, Wire
from tests.venue.shadow import must

if TYPE_CHECKING:
    from tests.venue.simulation import Simulation

TEND_MS: Final = 250
OVERTAKEN: Final = 10
LATE: Final = 30
"""So many lines, of a thousand, come before another that was said earlier, or perhaps much too late."""

SWITCHED_OFF: Final = 2


class Cabling:
    """The devices of a day, and the cable that each has at the moment."""

    def __init__(self, day: Simulation, seed: int, listener: type[CardDevices]) -> None:
        self.day = day
        self.devices = devices_of(day.house.venue, seed)
        for dealer in day.dealers.values():
            device = next((device for device in self.devices if device.table == dealer.table), None)
            if device is not None:
                dealer.deals, dealer.lying = False, device.lying
        day.terminals.update({device.who: device for device in self.devices})
        self.wire = Wire(lambda: day.now, lambda: day.house.venue, day.post, listener, KEY)
        self.cables: dict[str, Cable] = {}
        self.lanes: dict[tuple[str, str], int] = {}

    def dealing(self) -> dict[str, str]:
        """Which device deals, by table."""
        return {device.table: device.who for device in self.devices}

    def begin(self) -> None:
        """The devices are switched on."""
        for device in self.devices:
            self.tend(device)
            self.deal(device)

    def crash(self) -> None:
        """The server is gone, and every cable with it."""
        self.wire.crash()
        self.cables = {}

    def tend(self, device: Device) -> None:
        """A device keeps its line, or opens another."""
        day = self.day
        day.later(TEND_MS, lambda: self.tend(device))
        if not day.up:
            return
        cable = self.cables.get(device.who)
        if cable is None or cable.is_closing() or device.deaf(day.now):
            self.unplug(device)
            plugged: list[Cable] = []
            plugged.append(self.wire.plug(lambda line: self.hands_on(device, plugged, line)))
            self.cables[device.who] = plugged[0]
            self.says(device, [device.plugged(day.now)])
        self.says(device, device.repeats(day.now))

    def deal(self, device: Device) -> None:
        """A device does what is wanted of it, or something else."""
        day = self.day
        if day.calm:
            return
        day.later(device.random.randrange(50, device.pause_ms), lambda: self.deal(device))
        if device.random.randrange(1000) < SWITCHED_OFF:
            device.switched_off()
            self.unplug(device)
        if device.who in self.cables:
            self.says(device, device.thinks_of(day.now))

    def unplug(self, device: Device) -> None:
        """The house learns of it, unless the line is dead."""
        cable = self.cables.pop(device.who, None)
        if cable is not None and self.day.cut_off.get(device.who, 0) <= self.day.now:
            cable.reader.feed_eof()

    def says(self, device: Device, lines: list[bytes]) -> None:
        """From the device to its table."""
        cable = self.cables[device.who] if lines else None

        def arrive(line: bytes) -> None:
            if cable is not None and self.cables.get(device.who) is cable:
                cable.reader.feed_data(line)

        for line in lines:
            self._flows(device.who, "from", lambda line=line: arrive(line))  # type: ignore[misc]

    def hands_on(self, device: Device, plugged: list[Cable], line: bytes) -> None:
        """From the table to the device, as long as it is plugged in there."""

        def arrive() -> None:
            if self.cables.get(device.who) not in plugged:
                return
            self.day.note(device.who, line)
            wrong = device.line(line, self.day.now)
            must(wrong is None, wrong or "")

        self._flows(device.who, "to", arrive)

    def _flows(self, who: str, way: str, deliver: Callable[[], None]) -> None:
        day = self.day
        for _ in range(day.copies(who, day.weather.dropped // 10)):
            late = day.random.randrange(1000) < LATE
            at = day.now + (day.delay() if late else day.random.randrange(5, 60))
            if day.calm or day.random.randrange(1000) >= OVERTAKEN:
                at = self.lanes[who, way] = max(at, self.lanes.get((who, way), 0))
            day.arrives(at - day.now, deliver)
