# All broken peers, by protocol and name.
import chess
import scrabble_clarkson
import scrabble_twente
import shelfie
import spectrangle

SERVERS = {"chess": chess.SERVERS, "scrabble-clarkson": scrabble_clarkson.SERVERS, "scrabble-twente": scrabble_twente.SERVERS,
           "spectrangle": spectrangle.SERVERS, "shelfie": shelfie.SERVERS}
CLIENTS = {"chess": chess.CLIENTS, "scrabble-clarkson": scrabble_clarkson.CLIENTS, "scrabble-twente": scrabble_twente.CLIENTS,
           "spectrangle": spectrangle.CLIENTS, "shelfie": shelfie.CLIENTS}


def arguments(about, table, *more):
    """Reads a command line: PROTOCOL, FAULT and more. Gives protocol, fault and the rest; `--list` shows the table."""
    import argparse
    import sys
    if "--list" in sys.argv[1:]:
        for protocol, faults in table.items():
            for name, fault in faults.items():
                print(f"{protocol:18} {name:24} {'harmless' if fault.harmless else 'playable' if fault.playable else '':9} {fault.wrong}")
        sys.exit(0)
    parser = argparse.ArgumentParser(description=about + " --list shows all.")
    parser.add_argument("protocol", choices=table)
    parser.add_argument("fault", help="what is wrong with it, see --list")
    for name, how in more:
        parser.add_argument(name, **how)
    chosen = parser.parse_args()
    if chosen.fault not in table[chosen.protocol]:
        parser.error(f"{chosen.protocol} has no fault called '{chosen.fault}'; --list shows all")
    return chosen, table[chosen.protocol][chosen.fault]
