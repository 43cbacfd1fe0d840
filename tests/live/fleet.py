# Several servers on one PostgreSQL, and what can happen to them.
import os
import select
import signal
import threading
import time
import typing

import cuts
import parlor

LEASE = 3  # seconds after which a server that gives no sign of life counts as dead
PAUSE = 0.5  # seconds before a server that has ended is started again
FORWARDED = 3  # nodes


class Fleet:
    """So many servers on one database, each with a data directory of its own. One that ends is started anew."""

    def __init__(self, case, url, flags, count=3):
        self._case, self._flags = case, ("--cluster", url, "--takeover-after", LEASE, *flags)
        self._folder = os.path.join(case.folder, "nodes")
        os.makedirs(self._folder)
        self.changing = threading.RLock()  # while somebody holds it, no node is stopped or started
        self.nodes = []
        self.frozen = set()
        self._started = [0.0] * count
        for number in range(count):
            self.nodes.append(self._start(number))

    def put_forwarders_between(self, query):
        """From now on links can be cut: returns what cuts them. One node runs so far, and others come."""
        parlor.wait_until(lambda: self.nodes[0].ready or self.look_after(), "the first node runs", 60)
        forwarders = [cuts.Forwarder(lambda number=number: self._link_of(number)) for number in range(FORWARDED)]
        for forwarder in forwarders:
            self._case.addCleanup(forwarder.close)
        cuts.put_between(query, forwarders)
        return forwarders

    def _link_of(self, number):
        """Where the node listens for links now; nothing if it does not run."""
        node = self.nodes[number]
        return node.address("link") if node.ready and node.is_running() else None

    def add(self, count):
        """More nodes, one after the other, so that they are numbered in order."""
        for _ in range(count):
            with self.changing:
                self._started.append(0.0)
                self.nodes.append(self._start(len(self.nodes)))
            parlor.wait_until(lambda: self.nodes[-1].ready or self.look_after(), "the node runs", 60)

    def _start(self, number):
        self._started[number] = time.monotonic()
        return self._case.start(*self._flags, data=os.path.join(self._folder, str(number)))

    def look_after(self):
        """Those that have ended by themselves come again; who has become ready is known."""
        with self.changing:
            for number, node in enumerate(self.nodes):
                if not node.is_running():
                    if time.monotonic() > self._started[number] + PAUSE:
                        node.end()
                        self.nodes[number] = self._start(number)
                elif node.ready is None and select.select([node.popen.stdout], [], [], 0)[0]:
                    line = node.read_line()
                    node.ready = line if line.startswith("ready") else None

    def serving(self):
        """Those that somebody can connect to."""
        with self.changing:
            self.look_after()
            return [node for node in self.nodes if node.ready and node.is_running() and node not in self.frozen]

    def wait_until_serving(self):
        """Until somebody is ready to be sent players."""

        def is_served():
            return any(self._is_ready(node) for node in self.serving())

        parlor.wait_until(is_served, "somebody serves", 120)

    @staticmethod
    def _is_ready(node):
        try:
            return node.get("/readyz")[0] == 200
        except OSError:
            return False

    def freeze(self, node):
        with self.changing:
            self.frozen.add(node)
            node.freeze()

    def thaw(self, node):
        node.signal(signal.SIGCONT)
        with self.changing:
            self.frozen.discard(node)

    def stop(self):
        for node in list(self.nodes):
            node.signal(signal.SIGCONT)
            node.signal(signal.SIGTERM)
        for node in self.nodes:
            node.wait()


class Fault(typing.NamedTuple):
    """What was done, when, and to which node."""

    kind: str
    begun: float
    ended: float
    node: object


class Faults:
    """Everything that is done to servers, links and database, by chance; `all` is what was done."""

    def __init__(self, fleet, postgres, rng, forwarders=()):
        self._fleet, self._postgres, self._random, self._forwarders = fleet, postgres, rng, forwarders
        self.kinds = [self.kill_node, self.pause_node, self.kill_database, self.restart_database, self.hang_database,
                      self.hang_then_kill_all]
        if forwarders:
            self.kinds += [self.cut_links, self.hush_links, self.cut_links_for_long]
        self.all = []

    def do(self, kind):
        begun = time.monotonic()
        node = kind()
        self.all.append(Fault(kind.__name__, begun, time.monotonic(), node))
        self._fleet.wait_until_serving()

    def counts(self):
        return {kind.__name__: sum(fault.kind == kind.__name__ for fault in self.all) for kind in self.kinds}

    def kill_node(self):
        node = self._random.choice(self._fleet.serving() or self._fleet.nodes)
        node.kill()
        return node

    def pause_node(self):
        """For longer than its lease: others have taken over when it wakes."""
        node = self._random.choice(parlor.wait_until(self._fleet.serving, "somebody serves"))
        self._fleet.freeze(node)
        time.sleep(self._random.uniform(LEASE + 0.5, LEASE + 2))
        self._fleet.wait_until_serving()
        self._fleet.thaw(node)
        return node

    def cut_links(self):
        self._spoil_links("cut", self._random.uniform(0.05, LEASE / 2))

    def hush_links(self):
        self._spoil_links("hush", self._random.uniform(0.05, LEASE / 2))

    def cut_links_for_long(self):
        """Whoever plays across counts as gone."""
        self._spoil_links("cut", self._random.uniform(LEASE + 0.5, LEASE + 2))

    def _spoil_links(self, how, seconds):
        """Of one node to all that have joined after it."""
        forwarder = self._random.choice(self._forwarders[:-1])
        getattr(forwarder, how)()
        time.sleep(seconds)
        forwarder.mend()

    def kill_database(self):
        self._postgres.kill()
        self._postgres.start()

    def restart_database(self):
        self._postgres.stop()
        time.sleep(self._random.uniform(0, 0.5))
        self._postgres.start()

    def hang_database(self):
        self._postgres.hang()
        time.sleep(self._random.uniform(0.1, 2 * LEASE))
        self._postgres.go_on()

    def hang_then_kill_all(self):
        """Whoever tells before it is durable has told what nobody has then."""
        self._postgres.hang()
        time.sleep(self._random.uniform(0.05, 0.3))
        for node in self._fleet.nodes:
            node.popen.kill()
        self._postgres.kill()
        self._postgres.start()


def longest_stalls(faults, pairs):
    """Seconds that an act took at most, by the one fault that it met; of pairs whose own node was stopped nothing is told."""
    longest = {}
    for pair in pairs:
        for begun, ended in pair.stalls:
            met = [fault for fault in faults if fault.begun < ended and begun < fault.ended + LEASE]
            if any(fault.node in pair.nodes for fault in met):
                continue
            kind = met[0].kind if len(met) == 1 else "several" if met else "none"
            longest[kind] = max(longest.get(kind, 0), round(ended - begun, 2))
    return longest
