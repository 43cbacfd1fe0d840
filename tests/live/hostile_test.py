# Slow and hostile peers: the server outlives them, gives back what they took, and other tables do not notice.
import multiprocessing
import os
import resource
import select
import statistics
import time

import games
import parlor

MEBIBYTE = 1024 * 1024
CONNECTIONS = 'parlor_connections{protocol="chess"}'
TABLES = 'parlor_tables{game="chess"}'
FORK = multiprocessing.get_context("fork")


class HostileCase(parlor.Case):
    """A pair that plays on while something goes on in another process."""

    @classmethod
    def setUpClass(cls):
        cls.games = games.make(pairs=2, moves=300)

    def setUp(self):
        super().setUp()
        self.server = self.serve(*parlor.UNSLOWED)  # what is tried here is worse
        self.pair = self.seat_pair(self.server)
        self.moves = iter(enumerate(self.games[0]))
        self.calm = [self.next_move() for _ in range(60)]
        self.descriptors = self.server.descriptors()
        self.memory = self.server.memory()

    def next_move(self):
        """Plays one move; how long it took to arrive."""
        number, move = next(self.moves)
        lines = games.say(move)
        began = time.monotonic()
        self.pair[number % 2].say(*lines)
        self.pair[1 - number % 2].expect(*lines)
        return time.monotonic() - began

    def play_during(self, attack, *arguments):
        """Plays while `attack(address, ...)` runs in a process of its own, then checks that nobody noticed.
        Returns the most memory that the server used meanwhile."""
        attacker = FORK.Process(target=attack, args=(self.server.address(), *arguments))
        attacker.start()
        self.addCleanup(attacker.kill)
        took = []
        memory = 0
        while attacker.is_alive():
            # The moves must last: the game is finite and the attack's length unknown.
            if len(took) < len(self.games[0]) - len(self.calm) - 10:
                took.append(self.next_move())
            memory = max(memory, self.server.memory())
            time.sleep(0.01)
        attacker.join()
        self.assertEqual(attacker.exitcode, 0, "the attacker saw something else than it expected")
        took += [self.next_move() for _ in range(5)]
        self.check_pace(took)
        return memory

    def check_pace(self, took):
        """Generous: the machine is shared with the attacker, and a disk may stumble. A stuck server takes far longer."""
        usual, worst = statistics.median(self.calm), max(self.calm)
        told = f"usually {usual:.4f} s, at worst {worst:.4f}; now {statistics.median(took):.4f} and {max(took):.4f}"
        self.assertLess(statistics.median(took), 10 * usual + 0.25, told)
        self.assertLess(max(took), 20 * worst + 3, told)

    def check_nothing_is_left(self):
        """Only the pair is connected, and every descriptor was given back."""
        self.server.wait_for(CONNECTIONS, 2)
        self.server.wait_for(TABLES, 1)
        parlor.wait_until(lambda: self.server.descriptors() <= self.descriptors,
                          f"the {self.descriptors} descriptors of before, not {self.server.descriptors()}")

    def tearDown(self):
        """The pair still plays, a new pair can, and all of it is in order."""
        self.next_move()
        self.check_nothing_is_left()
        games.play(self.seat_pair(self.server), self.games[1][:10])
        self.assertEqual(self.server.stop(), 0)
        self.assert_in_order()


class SlowPeers(HostileCase):
    def test_one_byte_at_a_time(self):
        self.play_during(play_byte_by_byte, self.games[1][:20])

    def test_silent_connections(self):
        self.play_during(open_silent_connections, 3000)
        self.check_nothing_is_left()
        # The process keeps what it once needed, but not more each time.
        once = self.server.memory()
        open_silent_connections(self.server.address(), 3000)
        self.check_nothing_is_left()
        self.assertLess(self.server.memory(), once + 8 * MEBIBYTE)
        self.assertLess(once, self.memory + 3000 * 32 * 1024)

    def test_half_closed(self):
        """To stop talking is to leave: both sides are let go."""
        self.play_during(half_close_pairs, 100)

    def test_unfinished_lines_forever(self):
        memory = self.play_during(hold_unfinished_lines, 500)
        # Each line is held by its session, and once more for the inspector.
        self.assertLess(memory, self.memory + 500 * 2 * 48 * 1024)


class FloodingPeers(HostileCase):
    def test_never_reads(self):
        """Whoever does not read what it makes the server say is not heard any more."""
        memory = self.play_during(flood_without_reading, 4)
        self.assertLess(memory, self.memory + 4 * 4 * MEBIBYTE)

    def test_never_stops_talking(self):
        """Those who keep the server busy all the time wait for their turn like everybody else."""
        memory = self.play_during(flood_and_read, 24, 3)
        self.assertLess(memory, self.memory + 24 * 4 * MEBIBYTE)

    def test_line_of_ten_megabytes(self):
        memory = self.play_during(say_long_lines, 5)
        self.assertLess(memory, self.memory + 8 * MEBIBYTE)

    def test_pipelined_lines(self):
        memory = self.play_during(say_many_lines_at_once, 5000, 20)
        self.assertLess(memory, self.memory + 16 * MEBIBYTE)

    def test_garbage(self):
        self.play_during(say_garbage, 40)

    def test_come_and_go(self):
        self.play_during(come_and_go, 3000)
        self.check_nothing_is_left()
        once = self.server.memory()
        come_and_go(self.server.address(), 3000)
        self.check_nothing_is_left()
        self.assertLess(self.server.memory(), once + 4 * MEBIBYTE)


class OutOfDescriptors(parlor.Case):
    def test_more_connections_than_descriptors(self):
        """Whoever is connected plays on; of the others, those of one address leave room for the rest."""
        server = self.serve(before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (60, 60)))
        pair = self.seat_pair(server)
        moves = games.make(pairs=1, moves=40)[0]
        games.play(pair, moves[:10])
        crowd = [self.connect(server) for _ in range(100)]
        away = 'parlor_limited_total{limit="connections-per-address"}'
        parlor.wait_until(lambda: server.metrics()[away] + server.metrics()[CONNECTIONS] == 102, "all have come")
        self.assertGreater(server.metrics()[away], 50)
        games.play(pair, moves[10:])
        newcomers = [self.connect(server, source=("127.0.0.2", 0)) for _ in range(4)]
        newcomers[1].expect("COLOR BLACK" if newcomers[0].hear() == "COLOR WHITE" else "COLOR WHITE")
        used = server.cpu_time()
        time.sleep(1)
        self.assertLess(server.cpu_time() - used, 0.5, "it spins")
        for peer in crowd:
            peer.half_close()
        for peer in crowd:  # also those who waited to be let in have gone again, and none is somebody's opponent
            peer.hear_all()
        for peer in crowd + newcomers:
            peer.hang_up()
        server.wait_for(CONNECTIONS, 2)
        games.play(self.seat_pair(server), moves)
        self.assertEqual(server.stop(), 0)
        self.assert_in_order()


# What the attackers do. Each runs in a process of its own and fails by an exception.


def seat_pair(address, **options):
    """Nobody else may be waiting."""
    pair = parlor.Peer(address, **options), parlor.Peer(address)
    pair[0].expect("COLOR WHITE")
    pair[1].expect("COLOR BLACK")
    return pair


def play_byte_by_byte(address, moves):
    pair = seat_pair(address)
    for number, move in enumerate(moves):
        lines = games.say(move)
        for byte in "".join(line + "\r\n" for line in lines).encode():
            pair[number % 2].say_bytes(bytes([byte]))
            time.sleep(0.001)
        pair[1 - number % 2].expect(*lines)
    for peer in pair:
        peer.hang_up()


def open_silent_connections(address, count):
    peers = [parlor.Peer(address) for _ in range(count)]
    for number, peer in enumerate(peers):
        peer.expect("COLOR BLACK" if number % 2 else "COLOR WHITE")
    time.sleep(1)
    for peer in peers:
        peer.hang_up()


def half_close_pairs(address, count):
    for number in range(count):
        pair = seat_pair(address)
        leaver, other = pair if number % 2 else reversed(pair)
        leaver.half_close()
        other.expect_end()
        leaver.expect_end()
        for peer in pair:
            peer.hang_up()


def hold_unfinished_lines(address, count):
    peers = [parlor.Peer(address) for _ in range(2 * count)]
    for peer in peers:
        peer.say_bytes(b"x" * 8 * 1024)  # exactly as much as an unfinished line may have
    time.sleep(0.5)
    for number, peer in enumerate(peers):
        peer.expect("COLOR BLACK" if number % 2 else "COLOR WHITE")
        peer.say("")
        peer.expect("ERROR 1")
    for peer in peers:
        peer.hang_up()


def flood_without_reading(address, count):
    """Empty lines are answered by eight times as many bytes; the opponent plays on until the flooding one goes."""
    for _ in range(count):
        deaf, other = seat_pair(address, receive_buffer=4096)
        deaf.say(*games.say("e2e4"))
        other.expect(*games.say("e2e4"))
        deaf.socket.settimeout(5)
        said = 0
        try:
            while said < 64 * MEBIBYTE:
                said += deaf.socket.send(b"\n" * 65536)
        except TimeoutError:
            pass
        else:
            raise AssertionError("the server takes whatever it is sent")
        other.say("NONSENSE")
        other.hear()
        deaf.hang_up()
        other.expect_end()
        other.hang_up()


def flood_and_read(address, count, seconds):
    """Says as much as the server takes, and reads all its answers."""
    peers = [peer.socket for _ in range(count // 2) for peer in seat_pair(address)]
    for peer in peers:
        peer.setblocking(False)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        readable, writable, _ = select.select(peers, peers, [], 1)
        for peer in readable:
            if not peer.recv(1 << 20):
                raise AssertionError("the server hung up")
        for peer in writable:
            peer.send(b"\n" * 65536)
    for peer in peers:
        peer.close()


def say_long_lines(address, count):
    line = b"MOVE" + b" 4" * (5 * MEBIBYTE) + b"\n"
    for _ in range(count):
        loud, other = seat_pair(address)
        loud.say_bytes(line)
        loud.expect("ERROR 1")
        loud.expect_end()
        other.expect_end()
        loud.hang_up()
        other.hang_up()


def say_many_lines_at_once(address, lines, times):
    """Black is never on turn: every line is answered, in order, none is lost."""
    white, black = seat_pair(address)
    for _ in range(times):
        black.say(*["MOVE 4 6 4 4"] * (lines - 1), "ERROR 1")
        black.expect(*["ERROR 1"] * (lines - 1))
    white.say("MOVE 4 1 4 3")
    black.expect("MOVE 4 1 4 3")
    black.say("MOVE 4 6 4 4")
    white.expect("MOVE 4 6 4 4")
    white.hang_up()
    black.expect_end()
    black.hang_up()


def say_garbage(address, count):
    """Bytes of any value: no answer but ERROR 1 and 2 is possible, and the opponent's game goes on if it can."""
    for number in range(count):
        wild, other = seat_pair(address)
        kinds = (os.urandom(4000), b"\0" * 300_000, b"\r\n" * 200, b"\xff\xfe MOVE\n" * 100, b"MOVE \0\0\0 1\n", b" \n\t\n")
        data = kinds[number % len(kinds)]
        wild.say_bytes(data + b"\nEND\n")
        wild.half_close()
        answers = set(wild.hear_all())
        if not answers <= {"ERROR 1", "ERROR 2"}:
            raise AssertionError(f"{data[:100]!r} gets {answers}")
        other.expect_end()
        wild.hang_up()
        other.hang_up()


def come_and_go(address, count):
    """Ends of every kind, right after the beginning; in pairs, so that nobody is left waiting."""
    for number in range(count):
        peer = parlor.Peer(address)
        if number % 3 == 0:
            peer.hang_up()
        elif number % 3 == 1:
            peer.break_off()
        else:
            peer.say("MOVE 4 1 4 3", "REPLAY Yes")
            peer.break_off()


if __name__ == "__main__":
    parlor.main()
