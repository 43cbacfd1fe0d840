# Several servers on one PostgreSQL, and what can happen to them.
import os
import select
import signal
import threading
import time

import parlor

LEASE = 2  # seconds after which a server that gives no sign of life counts as dead
PAUSE = 0.5  # seconds before a server that has ended is started again


class Fleet:
    """So many servers on one database, each with a data directory of its own. One that ends is started anew."""

    def __init__(self, case, url, flags, count=3):
        self._case, self._flags = case, ("--cluster", url, "--takeover-after", LEASE, *flags)
        self._folder = os.path.join(case.folder, "nodes")
        os.makedirs(self._folder)
        self._changing = threading.RLock()
        self.nodes = []
        self.frozen = set()
        self._started = [0.0] * count
        for number in range(count):
            self.nodes.append(self._start(number))

    def _start(self, number):
        self._started[number] = time.monotonic()
        return self._case.start(*self._flags, data=os.path.join(self._folder, str(number)))

    def look_after(self):
        """Those that have ended by themselves come again; who has become ready is known."""
        with self._changing:
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
        with self._changing:
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
        with self._changing:
            self.frozen.add(node)
        node.freeze()

    def thaw(self, node):
        node.signal(signal.SIGCONT)
        with self._changing:
            self.frozen.discard(node)

    def stop(self):
        for node in list(self.nodes):
            node.signal(signal.SIGCONT)
            node.signal(signal.SIGTERM)
        for node in self.nodes:
            node.wait()


class Faults:
    """Everything that is done to servers and database, by chance; `counts` says how often."""

    def __init__(self, fleet, postgres, rng):
        self._fleet, self._postgres, self._random = fleet, postgres, rng
        self.kinds = [self.kill_node, self.pause_node, self.kill_database, self.restart_database, self.hang_database,
                      self.hang_then_kill_all]
        self.counts = {kind.__name__: 0 for kind in self.kinds}

    def do(self, kind):
        kind()
        self.counts[kind.__name__] += 1
        self._fleet.wait_until_serving()

    def kill_node(self):
        self._random.choice(self._fleet.serving() or self._fleet.nodes).kill()

    def pause_node(self):
        """For longer than its lease: others have taken over when it wakes."""
        node = self._random.choice(parlor.wait_until(self._fleet.serving, "somebody serves"))
        self._fleet.freeze(node)
        time.sleep(self._random.uniform(LEASE + 0.5, LEASE + 2))
        self._fleet.wait_until_serving()
        self._fleet.thaw(node)

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
