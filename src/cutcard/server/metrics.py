"""What is counted while the server runs, for Prometheus. Knows no patron and no card."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

# Seconds; Prometheus's own buckets begin at 5 ms, when most steps are over.
FAST = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """All counters of one server, in a registry of its own so that two servers in one process do not meet."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "cutcard_requests", "Commands sent to the venue", ["command"], registry=self.registry
        )
        self.refusals = Counter("cutcard_refusals", "Refusals by code", ["code"], registry=self.registry)
        self.rounds = Counter("cutcard_rounds", "Rounds settled or voided", ["table"], registry=self.registry)
        self.frames = Counter("cutcard_frames_sent", "Frames sent to sockets", registry=self.registry)
        self.dropped = Counter("cutcard_dropped_readers", "Slow readers cut off", registry=self.registry)
        self.sockets = Gauge("cutcard_connections", "Open sockets", registry=self.registry)
        self.turned_away = Counter(
            "cutcard_connections_turned_away",
            "Connections refused or cut: no room, too many from one address, too slow, making way",
            ["why"],
            registry=self.registry,
        )
        self.limited = Counter(
            "cutcard_limited",
            "Refused for too many requests",
            ["what"],
            registry=self.registry,
        )
        self.inbox = Gauge("cutcard_inbox_depth", "Requests that wait for the venue", registry=self.registry)
        self.lag = Gauge(
            "cutcard_event_loop_lag_seconds", "How late the event loop is", registry=self.registry
        )
        self.tables = Gauge("cutcard_tables", "Tables by phase", ["phase"], registry=self.registry)
        self.step = Histogram(
            "cutcard_step_seconds", "One step of the venue", buckets=FAST, registry=self.registry
        )
        self.commit = Histogram(
            "cutcard_commit_seconds", "One durable write", buckets=FAST, registry=self.registry
        )
        self.request = Histogram(
            "cutcard_request_seconds", "From a request to its reply", buckets=FAST, registry=self.registry
        )

    def text(self) -> bytes:
        """Everything in Prometheus' own format."""
        return generate_latest(self.registry)
