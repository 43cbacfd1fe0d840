# The machine's clock is set while the server runs: nobody is let go, and no seat is given up.
import os
import subprocess
import time

import parlor
import websocket

# Goes before the C library: once a file is there, the wall's clock is an hour ahead.
AHEAD = r"""
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *time) {
  const long done = syscall(SYS_clock_gettime, clock, time);
  if (clock == CLOCK_REALTIME && access(getenv("AHEAD_FILE"), F_OK) == 0) time->tv_sec += 3600;
  return (int)done;
}
"""


class WallClock(parlor.Case):
    def serve_with_a_clock_to_set(self):
        source, library = os.path.join(self.folder, "ahead.c"), os.path.join(self.folder, "ahead.so")
        with open(source, "w", encoding="ascii") as file:
            file.write(AHEAD)
        subprocess.run(["clang-19", "-shared", "-fPIC", "-o", library, source], check=True)
        self.file = os.path.join(self.folder, "set")
        return self.serve("--clock", "chess=600+0", env={"LD_PRELOAD": library, "AHEAD_FILE": self.file})

    def set_clock(self):
        with open(self.file, "w", encoding="ascii"):
            pass

    def browse(self, server, token):
        browser = websocket.WebSocket(server.address("web"), Cookie=token)
        self.addCleanup(browser.hang_up)
        return browser

    def test_a_seat_waits_as_long_as_before(self):
        server = self.serve_with_a_clock_to_set()
        tokens = [websocket.cookie(server.address("web")) for _ in range(2)]
        pair = [self.browse(server, token) for token in tokens]
        for browser in pair:
            browser.say_json(id=1, ask="seek", game="chess", seats=2)
        for browser in pair:
            while browser.hear_json()["type"] != "table":
                pass
        pair[0].hang_up()
        while (told := pair[1].hear_json())["type"] != "presence":
            pass
        self.assertFalse(told["here"])
        self.set_clock()
        time.sleep(0.5)  # while a clock runs the server looks ten times a second what is due
        back = self.browse(server, tokens[0])
        back.say_json(id=1, ask="ping")
        heard = []
        while not heard or heard[-1]["type"] != "answer":
            heard.append(back.hear_json())
        tables = [message for message in heard if message["type"] == "table"]
        self.assertEqual(len(tables), 1, heard)
        self.assertIsNone(tables[0]["state"]["outcome"])
        pair[1].say_json(id=2, ask="ping")
        while (told := pair[1].hear_json())["type"] != "answer":
            self.assertNotEqual(told["type"], "error")
        self.assertTrue(told["ok"])


if __name__ == "__main__":
    parlor.main()
