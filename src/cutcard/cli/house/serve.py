"""``cutcard serve``: the product at an address. What it serves is not known here."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from cutcard.adapters.database.address import has_password
from cutcard.cli.arguments import can_be_host, whole_number
from cutcard.cli.house.house_options import HouseOptions
from cutcard.cli.house.store_address import Database, DatabaseFile, cache_folder, store_address
from cutcard.cli.output import print_lines
from cutcard.cli.refusal import BadInput, short

if TYPE_CHECKING:
    from cutcard.server.card_sources import Dealing
    from cutcard.server.config import Config
    from cutcard.venue.roles import Role

Port = Annotated[int | None, Parameter(help="Where to listen; 0 takes any free port. Else PORT, else 8000.")]
Host = Annotated[str | None, Parameter(help="The address to listen on. Else HOST, else 127.0.0.1.")]
Data = Annotated[str | None, Parameter(help="The data folder; data where none is named.")]
Robots = Annotated[int, Parameter(help="So many simulated patrons play along.")]
Guests = Annotated[bool, Parameter(help="Whether guests may play, with play money.")]
DemoStaff = Annotated[bool, Parameter(negative="", help="Make an account of every role, for trying.")]
PasswordFile = Annotated[Path | None, Parameter(help="A file with the first operator's password.")]
Dealers = Annotated[bool, Parameter(help="Whether simulated croupiers and card devices deal real cards.")]
DevicePort = Annotated[
    int | None, Parameter(help="Where card devices connect; their key is in CUTCARD_DEVICE_KEY.")
]
House = Annotated[HouseOptions, Parameter(name="*")]
JsonLogs = Annotated[bool, Parameter(negative="", help="Logs as JSON lines.")]
SlowStep = Annotated[int, Parameter(help="A step that takes longer than so many ms is logged.")]

ROBOTS_MAX = 10_000  # each is a connection to this same server
AS_USUAL = HouseOptions()


def serve(
    *,
    port: Port = None,
    host: Host = None,
    data: Data = None,
    database: Database = None,
    database_file: DatabaseFile = None,
    robots: Robots = 0,
    guests: Guests = True,
    demo_staff: DemoStaff = False,
    dealers: Dealers = True,
    device_port: DevicePort = None,
    operator_password_file: PasswordFile = None,
    json_logs: JsonLogs = False,
    slow_step_ms: SlowStep = 250,
    house: House = AS_USUAL,
) -> None:
    """Serve the product until told to stop."""
    from cutcard.server.config import Config

    address = store_address(data, database, database_file)
    config = Config(
        host=_host(host),
        port=_port(port),
        data=address,
        cache=cache_folder(address, data),
        guests=guests,
        json_logs=json_logs,
        slow_step_ms=_slow_step(slow_step_ms),
        dealers=dealers or device_port is not None,
        simulated_dealers=dealers,
        device_port=device_port or 0,
        device_key=_device_key(device_port),
    )
    config = house.apply_to(config)
    _warn_of_password(database, json_logs=json_logs)
    accounts = _accounts(operator_password_file, demo_staff=demo_staff)
    made = _print_passwords(accounts, chosen=bool(operator_password_file))
    _serve(config, accounts, made, _checked_robots(robots), dealers=dealers)


def _print_passwords(
    accounts: Sequence[tuple[str, Role, str]], *, chosen: bool
) -> Callable[[Sequence[str]], None]:
    """Prints the passwords of accounts made just now; the operator's only where nobody has chosen it."""

    def print_made(names: Sequence[str]) -> None:
        passwords = {name: password for name, _, password in accounts}
        shown = [] if chosen else ["operator"]
        shown += [name for name in names if name != "operator"]
        print_lines([f"account {name}, password {passwords[name]}" for name in names if name in shown])

    return print_made


def _serve(
    config: Config,
    accounts: Sequence[tuple[str, Role, str]],
    made: Callable[[Sequence[str]], None],
    robots: int,
    *,
    dealers: bool,
) -> None:
    """Serve, with whoever plays and deals by themselves beside it."""
    from cutcard.server.serving import CannotServe
    from cutcard.server.serving import serve as run

    with ExitStack() as crowd:

        def ready(url: str) -> None:
            print_lines([f"Cutcard serves at {url}/"])
            sys.stdout.flush()  # whoever reads this through a pipe waits for it
            if robots:
                crowd.enter_context(_beside(_play, _here(url), robots))

        def deal(url: str, dealing: Dealing) -> None:
            if dealers:
                crowd.enter_context(_beside(_deal, _here(url), dealing))

        try:
            run(config, ready, accounts, made, deal)
        except CannotServe as wrong:
            raise BadInput(str(wrong)) from None


def _here(url: str) -> str:
    """The address as this machine itself reaches it."""
    return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")


@contextmanager
def _beside(what: Callable[..., None], *arguments: object) -> Iterator[None]:
    """Simulated people in a process of their own, so that they take no time from the tables."""
    from multiprocessing import get_context

    playing = get_context("spawn").Process(target=what, args=arguments, daemon=True)
    playing.start()
    try:
        yield
    finally:
        playing.terminate()
        playing.join()


def _play(url: str, count: int) -> None:
    import asyncio

    from cutcard.robots import run_robots

    _end_with_the_server()
    with suppress(KeyboardInterrupt):
        asyncio.run(run_robots(url, count, seed=secrets.randbits(32)))


def _end_with_the_server() -> None:
    """A server that is killed takes nobody with it, so they look after it themselves."""
    from multiprocessing import parent_process
    from threading import Thread

    server = parent_process()
    if server is not None:

        def watch() -> None:
            server.join()
            os._exit(0)

        Thread(target=watch, daemon=True).start()


def _deal(url: str, dealing: Dealing) -> None:
    import asyncio

    from cutcard.robots.croupier import run_dealers
    from cutcard.robots.device import Place

    _end_with_the_server()
    places = [
        Place(host=dealing.device_host, port=dealing.device_port, table=table, key=dealing.device_key)
        for table in dealing.automatic
    ]
    with suppress(KeyboardInterrupt):
        asyncio.run(run_dealers(url, dealing.token, dealing.live, places))


def _port(given: int | None) -> int:
    written = os.environ.get("PORT", "8000") if given is None else str(given)
    number = whole_number(written, 65535)
    if number is None:
        raise BadInput(f"a port is a whole number from 0 to 65535, not {short(written)}")
    return number


def _host(given: str | None) -> str:
    written = given or os.environ.get("HOST") or "127.0.0.1"
    if not can_be_host(written):
        raise BadInput(f"{short(written)!r} cannot be an address to listen on")
    return written


def _device_key(port: int | None) -> str:
    """The key of the house's devices; without one, one is made that only the simulated ones are told."""
    key = os.environ.get("CUTCARD_DEVICE_KEY", "")
    if port is not None and not 0 <= port <= 65535:
        raise BadInput(f"a port is a whole number from 0 to 65535, not {port}")
    if port is not None and not key:
        raise BadInput("card devices need a key: set CUTCARD_DEVICE_KEY")
    if key and (not key.isascii() or len(key.split()) != 1):
        raise BadInput("a device key is one word of plain letters")
    return key


def _warn_of_password(database: str | None, *, json_logs: bool) -> None:
    """On the command line it was to be read for a moment, and stays where the line was typed or written."""
    if database is not None and has_password(database):
        from structlog import get_logger

        from cutcard.server.logs import set_up_logs

        set_up_logs(as_json=json_logs)
        get_logger("server").warning(
            "the database's password was on the command line, for everybody here to read: use --database-file"
        )


def _slow_step(limit_ms: int) -> int:
    if limit_ms < 0:
        raise BadInput(f"a step takes at least 0 ms, not {limit_ms}")
    return limit_ms


def _checked_robots(count: int) -> int:
    if not 0 <= count <= ROBOTS_MAX:
        raise BadInput(f"there can be 0 to {ROBOTS_MAX} robots, not {count}")
    return count


def _accounts(password_file: Path | None, *, demo_staff: bool) -> list[tuple[str, Role, str]]:
    from cutcard.venue.roles import Role

    chosen = secrets.token_urlsafe(12)
    if password_file is not None:
        try:
            chosen = password_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            raise BadInput(f"there is no password to be read in {password_file}") from None
        if len(chosen) < 10:
            raise BadInput("the operator's password needs at least 10 characters")
    accounts = [("operator", Role.OPERATOR, chosen)]
    if demo_staff:
        others = (Role.CROUPIER, Role.ATTENDANT, Role.SUPERVISOR, Role.AUDITOR)
        accounts += [(role.value, role, secrets.token_urlsafe(12)) for role in others]
    return accounts
