"""tools/check_layers.py: each rule fires on a small bad tree, and says where."""
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

TOOLS = pathlib.Path(__file__).parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
import check_layers  # noqa: E402

ROOMS = """
    parlor_room(base)
    parlor_room(games USES parlor_base)
    parlor_room(table USES parlor_games PRIVATE_USES ICU::uc)
"""


class CheckLayers(unittest.TestCase):
    def check(self, files):
        """What is said of a tree that has these files below src/, or, with "/" in front, beside it."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder, "src")
            tree = {"games/halma/rules.hpp": "// Halma.\n", "protocols/wire-halma/transcripts/a.txt": "", **files}
            for name, text in tree.items():
                path = pathlib.Path(folder, name[1:]) if name[0] == "/" else root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(textwrap.dedent(text))
            return "\n".join(check_layers.problems_in(root)).replace(f"{root}/", "")

    def file(self, name, text, said):
        """The one file is bad, and nothing else is."""
        told = self.check({name: "// A file.\n" + text})
        self.assertIn(said, told)
        self.assertTrue(all(line.startswith(f"{name}:") for line in told.splitlines()), told)

    def is_fine(self, name, text):
        self.assertEqual(self.check({name: "// A file.\n" + text}), "")

    def test_first_line_and_length(self):
        self.assertIn("base/a.cpp:1: the first line", self.check({"base/a.cpp": "int a;\n"}))
        self.file("base/a.cpp", "int a;\n" * 600, "more than 600 lines")
        self.is_fine("base/a.cpp", "int a;\n" * 599)

    def test_direction_of_rooms(self):
        self.file("base/a.cpp", '#include "table/hall.hpp"\n', "'base' may not use 'table'")
        self.file("base/a.cpp", '#include "hall.hpp"\n', "is in no room")
        self.is_fine("table/a.cpp", '#include "base/text.hpp"\n')

    def test_members_of_a_room(self):
        self.file("games/whist/a.cpp", '#include "games/halma/rules.hpp"\n', "members of 'games'")
        self.file("games/any.cpp", '#include "games/halma/rules.hpp"\n', "members of 'games'")
        self.file("server/a.cpp", '#include "protocols/wire/session.hpp"\n', "members of 'protocols'")
        self.is_fine("games/all.hpp", '#include "games/halma/rules.hpp"\n')
        self.is_fine("games/halma/a.cpp", '#include "games/halma/rules.hpp"\n')

    def test_pure_rooms(self):
        self.file("table/a.cpp", "#include <thread>\n", "'table' is a pure room")
        self.file("bots/a.cpp", "auto now = std::chrono::system_clock::now();\n", "'bots' is a pure room")
        self.is_fine("net/a.cpp", "#include <thread>\n")

    def test_names_of_games_and_protocols(self):
        for room in ("server", "app", "table", "client/play", "protocols/web"):
            self.file(f"{room}/a.cpp", 'auto a = find("halma");\n', "'halma' is named")
            self.file(f"{room}/a.cpp", "using games::halma::Rules;\n", "'halma' is named")
            self.file(f"{room}/a.cpp", "constexpr int kHalmaSeats = 2;\n", "'Halma' is named")
        self.file("server/a.cpp", 'auto a = "wire-halma";\n', "'wire-halma' is named")
        self.file("server/a.cpp", '#include "games/halma/rules.hpp"\n', "'halma' is named")
        for room in ("games/halma", "bots", "client/play/halma", "protocols/wire-halma"):
            self.is_fine(f"{room}/a.cpp", 'auto a = find("halma");\n')
        self.is_fine("server/a.cpp", 'auto help = "for halma, say";  // halma\n')
        self.is_fine("server/a.cpp", "int halmaplus = 2;\n")
        self.is_fine("server/a_test.cpp", 'auto a = find("halma");\n')

    def test_long_functions(self):
        body = "  work();\n" * 58
        for first in ("int work() {", "void A::work(int a) const {", "A::A(int a)\n    : a_(a) {"):
            self.file("base/a.cpp", f"{first}\n{body}  work();\n}}\n", "lines, more than 60")
        self.file("base/a.hpp", f"class A {{\n  void work() {{\n{body}  work();\n  }}\n}};\n", "lines, more than 60")
        self.is_fine("base/a.cpp", f"int work() {{\n{body}}}\n")
        self.is_fine("base/a.cpp", f"int one() {{\n{body}}}\n\nint other() {{\n{body}}}\n")
        self.is_fine("base/a.cpp", f"namespace a {{\n{body * 2}}}\n")

    def test_bool_parameters(self):
        for text in ("void set(bool on);", "void set(int a, bool on = true);", "void set(const bool on, int a);",
                     "void set(int a,\n         bool on);", "virtual void set(bool) = 0;"):
            self.file("base/a.hpp", text + "\n", "a bool parameter")
        self.is_fine("base/a.hpp", "bool is_on(int a);\nstruct A {\n  bool on = false;\n};\n")
        self.is_fine("base/a.cpp", "void set(bool on);\n")

    def test_links(self):
        self.assertEqual(self.check({"/CMakeLists.txt": ROOMS}), "")
        more = ROOMS + "parlor_room(net USES parlor_games)"
        less = ROOMS.replace("USES parlor_games PRIVATE", "USES parlor_base PRIVATE")
        self.assertEqual(self.check({"/CMakeLists.txt": more}), "CMake: 'net' links games, which it may not use")
        self.assertEqual(self.check({"/CMakeLists.txt": less}),
                         "CMake: 'table' does not link games, which it may use")
        app = "target_link_libraries(parlor PRIVATE parlor_table CLI11::CLI11)"
        told = self.check({"/CMakeLists.txt": ROOMS, "app/CMakeLists.txt": app})
        self.assertIn("'app' does not link bots, client, ", told)

    def test_command(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "base/a.cpp")
            path.parent.mkdir()
            for text, code, said in (("int a;\n", 1, "layers: 1 problems\n"), ("// A file.\n", 0, "layers: in order\n")):
                path.write_text(text)
                told = subprocess.run([sys.executable, TOOLS / "check_layers.py", folder], capture_output=True, text=True)
                self.assertEqual((told.returncode, told.stderr), (code, ""))
                self.assertTrue(told.stdout.endswith(said), told.stdout)


if __name__ == "__main__":
    unittest.main()
