# SPDX-License-Identifier: GPL-2.0
"""Common code of the scripts in Python: paths, messages, options, tables and commands.

What imports it runs at the top of the tree, prints line by line, and ends its commands if it is
interrupted.
"""

import argparse
import fnmatch
import os
import signal
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = f'{TOP}/build'
CACHE = os.environ.get('RCP_CACHE') or \
    (os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache')) + '/rcp'
NAME = os.path.basename(sys.argv[0])

os.chdir(TOP)
sys.path.append(f'{TOP}/tests/mutations')
sys.stdout.reconfigure(line_buffering=True, errors='surrogateescape')
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda number, _: sys.exit(128 + number))


def say(text):
    print(text, file=sys.stderr, flush=True)


def die(text):
    sys.exit(f'{NAME}: {text}')


def misused(usage):
    say(f'usage: scripts/{NAME} {usage}')
    sys.exit(2)


def options(spec, usage):
    """The arguments, as of `options` in the shell: NAME, NAME= with a value, VARIABLE:NAME."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.error = lambda _: misused(usage)
    for word in spec.split():
        variable, _, name = word.rpartition(':')
        if name[-1] == '=':
            parser.add_argument(f'--{name[:-1]}', default='')
        elif variable:
            parser.add_argument(f'--{name}', dest=variable, action='store_const', const=name)
        else:
            parser.add_argument(f'--{name}', action='store_true')
    parser.add_argument('others', nargs='*')
    return parser.parse_intermixed_args()


def read(path):
    with open(path, encoding='utf-8', errors='surrogateescape') as f:
        return f.read()


def write(path, text):
    with open(path, 'w', encoding='utf-8', errors='surrogateescape') as f:
        f.write(text)


def rows(path):
    """The key and the value of each line of a table, without comments."""
    for line in read(path).split('\n'):
        words = line.split(None, 1) + ['']
        if line.strip() and line[0] != '#':
            yield words[0], words[1].strip()


def is_among(name, globs):
    """True if there are none, or one of them fits."""
    return not globs or any(fnmatch.fnmatchcase(name, glob) for glob in globs)


def spent(*command, log=None, **more):
    """Its exit status and resources.  It and what it has started end with this script."""
    with open(log or os.devnull, 'a', encoding='utf-8') as f:
        if log:
            more.update(stdout=f, stderr=f)
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True, **more)
    try:
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        return child.returncode, used
    finally:
        if child.returncode is None:
            os.killpg(child.pid, signal.SIGTERM)
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)


def output(*command, **more):
    """What it prints; ends the script if the command fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, **more)
    if done.returncode:
        die(f'it failed: {" ".join(command)[:80]}')
    return done.stdout.decode(errors='surrogateescape')


tests = []


def tap(good, text):
    """A line for a test, which passed if good."""
    tests.append(bool(good))
    print(f'{"ok" if good else "not ok"} {len(tests)} {text}')
    return good


def set_up(*more):
    """Installs what is missing, unless a caller has."""
    if not os.environ.get('RCP_SET_UP') and subprocess.run(['scripts/setup', *more]).returncode:
        sys.exit(1)
    os.environ['RCP_SET_UP'] = '1'


def kernel_release(name):
    """Of a kernel in the cache, its `uname -r`."""
    try:
        return read(f'{CACHE}/kernel-{name}/release').strip()
    except OSError:
        script = 'debug-kernel' if name == 'debug' else 'setup'
        die(f'kernel {name} is not set up: run scripts/{script}')
