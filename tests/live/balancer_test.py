# Two nodes as packaging/cluster sets them up, behind its balancer.
import os
import re
import signal
import socket
import subprocess

import cluster_test
import games
import parlor
import websocket

PACKAGED = os.path.join(parlor.SOURCE, "packaging", "cluster")


def packaged(name):
    with open(os.path.join(PACKAGED, name), encoding="ascii") as file:
        return file.read()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class BalancerTest(cluster_test.NodesCase):
    def start_packaged(self, name, environment):
        """As the packaged settings say, but for where everybody is."""
        places = {"PARLOR_CLUSTER": self.url, "PARLOR_LINK": "127.0.0.1:0", "PARLOR_TRUST_PROXY": "127.0.0.0/8"}
        for setting in ("PARLOR_CLUSTER", "PARLOR_LINK"):
            self.assertIn(setting, environment)
        return self.start(env={key: places.get(key, value) for key, value in environment.items()},
                          data=os.path.join(self.folder, name)).wait_until_ready()

    def start_nodes_of_compose(self):
        settings = dict(re.findall(r"^ +(PARLOR_\w+): (\S+)$", packaged("compose.yaml"), re.MULTILINE))
        nodes = []
        for name in ("one", "two"):
            nodes.append(self.start_packaged(name, settings))
            self.wait_until_joined(nodes[-1])
        return nodes

    def start_balancer(self, nodes):
        """Where it listens, by protocol."""
        bound = {}

        def bind(match):
            bound[match[1]] = free_port()
            return f"listen {match[1]}\n{match[2]}    bind 127.0.0.1:{bound[match[1]]}"

        def serve(match):
            node = nodes[("one", "two").index(match[1])]
            _, port = node.address(section)
            return f"server {match[1]} 127.0.0.1:{port} check port {node.address('admin')[1]}{match[2]}"

        text = packaged("haproxy.cfg").replace("maxconn 20000", "maxconn 100")  # whatever the limits of descriptors here
        text = re.sub(r"listen (\S+)\n((?: +(?!bind).*\n)*) +bind :\d+", bind, text)
        lines = []
        section = ""
        for line in text.splitlines():
            section = line.split()[1] if line.startswith("listen ") else section
            lines.append(re.sub(r"server (one|two) \S+:\d+(.*)", serve, line))
        config = os.path.join(self.folder, "haproxy.cfg")
        with open(config, "w", encoding="ascii") as file:
            file.write("\n".join(lines) + "\n")
        with open(os.path.join(self.folder, "haproxy.log"), "ab") as log:
            balancer = subprocess.Popen(["/usr/sbin/haproxy", "-db", "-f", config], stdout=log, stderr=log, cwd="/")
        self.addCleanup(balancer.wait)
        self.addCleanup(balancer.kill)
        # Not that of chess: who hangs up there may have been seated.
        parlor.wait_until(lambda: balancer.poll() is not None or self.listens(bound["web"]), "the balancer listens")
        self.assertIsNone(balancer.poll(), "the balancer has ended")
        self.assertEqual(set(bound), set(parlor.protocols()))
        return {name: ("127.0.0.1", port) for name, port in bound.items()}

    @staticmethod
    def listens(port):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    def dial(self, address):
        """A connection that is served: while the balancer knows of nobody who is ready it ends it."""
        peer = parlor.wait_until(lambda: self.try_to_dial(address), "the balancer lets somebody in")
        self.addCleanup(peer.hang_up)
        return peer

    @staticmethod
    def try_to_dial(address):
        peer = parlor.Peer(address)
        peer.socket.settimeout(0.5)
        try:
            is_served = peer.socket.recv(1, socket.MSG_PEEK) != b""
        except ConnectionResetError:
            is_served = False
        except TimeoutError:
            is_served = True  # nothing is said before somebody else comes
        peer.socket.settimeout(parlor.PATIENCE)
        if not is_served:
            peer.hang_up()
        return peer if is_served else None

    def is_let_in(self, address):
        peer = self.try_to_dial(address)
        if peer:
            peer.hang_up()
        return peer is not None

    def seat_pair_by(self, address):
        pair = [self.dial(address), self.dial(address)]
        by_color = {peer.hear(): peer for peer in pair}
        return by_color["COLOR WHITE"], by_color["COLOR BLACK"]

    def connections(self, node):
        return node.metrics()['parlor_connections{protocol="chess"}']

    def test_games_through_it_survive_a_node(self):
        nodes = self.start_nodes_of_compose()
        addresses = self.start_balancer(nodes)
        pair = self.seat_pair_by(addresses["chess"])
        self.assertEqual([self.connections(node) for node in nodes], [1, 1], "least connections")
        self.play_on(pair, games.FOOLS_MATE[:2], 0)
        browser = websocket.WebSocket(addresses["web"])
        self.addCleanup(browser.hang_up)
        self.assertEqual(browser.hear_json()["type"], "welcome")
        nodes[0].kill()
        other = self.seat_pair_by(addresses["chess"])  # both at the one that is left
        self.play_on(other, games.FOOLS_MATE, 0)

    def test_who_is_connected_stays_where_nobody_new_comes(self):
        """A node that waits for its database is not ready, and one that was paused goes on."""
        nodes = self.start_nodes_of_compose()
        address = self.start_balancer(nodes)["chess"]
        pair = self.seat_pair_by(address)
        self.play_on(pair, games.FOOLS_MATE[:2], 0)
        self.postgres.hang()
        self.addCleanup(self.postgres.go_on)
        parlor.wait_until(lambda: all(node.get("/readyz")[0] == 503 for node in nodes), "no node is ready")
        parlor.wait_until(lambda: not self.is_let_in(address), "the balancer lets nobody in")
        self.postgres.go_on()
        self.play_on(pair, games.FOOLS_MATE[2:3], 2)
        nodes[0].freeze()
        self.addCleanup(nodes[0].signal, signal.SIGCONT)
        parlor.wait_until(lambda: ("down", 0) in self.listed(), "the other has its tables")
        nodes[0].signal(signal.SIGCONT)
        self.play_on(pair, games.FOOLS_MATE[3:], 3)

    def test_the_unit_s_settings_are_known(self):
        unit = packaged("cluster.conf")
        settings = dict(re.findall(r"^Environment=(PARLOR_\w+)=(.+)$", unit, re.MULTILINE))
        settings |= dict(re.findall(r"echo (PARLOR_\w+)=(\S+) >/etc/parlor.node", unit))
        self.wait_until_joined(self.start_packaged("unit", settings))


if __name__ == "__main__":
    parlor.main()
