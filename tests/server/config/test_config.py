import dataclasses
import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
import trio

from protocol.identity.server_certificate import make_identity
from server.cli.main import main
from server.cli.main import parser as main_parser
from server.cli.run import with_live
from server.config.loading import Sources, read_config
from server.config.settings import Config, settings
from server.config.show import sample, shown_settings
from server.errors import ConfigError
from server.ops.limits import Limits
from tests.server.config.test_config_texts import fits
from tests.systems import has_modes

NOTHING: Mapping[str, str] = {}
NETWORKS, HOSTS, ADDRESSES = (settings()[name].expected for name in ("proxies", "hosts", "addresses"))
IN_SINGLE = r"; write a path with \ in single quotes"
parser = cache(main_parser)  # making one takes 10 ms


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "server.toml"


def read(file: Path | str, *words: str, environ: Mapping[str, str] = NOTHING) -> tuple[Config, Sources]:
    return read_config(parser().parse_args(["run", "--config", str(file), *words]), environ)


def problems(file: Path | str, *words: str, environ: Mapping[str, str] = NOTHING) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        read(file, *words, environ=environ)
    return list(caught.value.problems)


def wrong(file: Path, text: str) -> list[str]:
    """Return the messages about a file with that text, without its name."""
    file.write_text(text, "utf-8")
    found = problems(file)
    assert all(each.startswith(str(file)) for each in found)
    return [each.removeprefix(str(file)) for each in found]


def test_each_source_overrides_the_one_before(file: Path) -> None:
    file.write_text('port = 1\nname = "file"\nmotd = "file"\n\n[limits]\nseats = 5\nwatched = 6\n')
    environ = {"NETGAME_NAME": "variable", "NETGAME_MOTD": "variable", "NETGAME_LIMITS_WATCHED": "7"}

    config, sources = read(file, "--motd", "option", "--limit", "chat_burst=9", environ=environ)

    assert (config.port, config.name, config.motd) == (1, "variable", "option")
    assert config.limits == Limits(seats=5, watched=7, chat_burst=9)
    assert {name: sources.of(name) for name in (*sources.where, "plain")} == {
        "port": f"{file}:1",
        "name": "NETGAME_NAME",
        "motd": "--motd",
        "limits.seats": f"{file}:6",
        "limits.watched": "NETGAME_LIMITS_WATCHED",
        "limits.chat_burst": "--limit chat_burst",
        "plain": "default",
    }


def test_a_later_source_can_restore_the_default(file: Path) -> None:
    file.write_text('port = 1\ncert = "x.pem"\nguests = false\n')
    config, _sources = read(file, "--port", "auto", "--cert", "", "--guests")
    assert (config.port, config.cert, config.guests) == (None, None, True)
    file.write_text("")
    args = parser().parse_args(["kick", "Ann", "--config", str(file)])  # its arguments are not settings
    assert read_config(args, {})[0] == Config()


def test_empty_unknown_and_other_variables_count_as_not_set_and_announce_has_that_of_the_window(file: Path) -> None:
    file.touch()
    others = ("NETGAME_HOME", "NETGAME_VENV", "NETGAME_TEST_SCREEN", "NETGAME_SOMETHING_ELSE", "GUESTS", "netgame_port")
    environ = {setting.variable: "" for setting in settings().values()} | dict.fromkeys(others, "x")
    assert read(file, environ=environ)[0] == Config()
    assert read(file, environ={"NETGAME_LAN": "lo"})[0].announce == "lo"
    said = "NETGAME_ANNOUNCE: unknown setting. Did you mean NETGAME_LAN?"
    assert problems(file, environ={"NETGAME_ANNOUNCE": "lo"}) == [said]


def test_addresses_are_repeated_options_a_list_or_text_with_commas_and_paths_in_a_file_relative_to_its_folder(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text('hosts = ["127.0.0.1", "::1"]')
    assert read(file)[0].hosts == ("127.0.0.1", "::1")
    assert read(file, "--host", "10.0.0.1", "--host", "fe80::1%eth0")[0].hosts == ("10.0.0.1", "fe80::1%eth0")
    assert read(file, environ={"NETGAME_HOSTS": "10.0.0.1, localhost"})[0].hosts == ("10.0.0.1", "localhost")

    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(file.parent / "home"))
    absolute = file.parent.parent / "x.pem"
    file.write_text(f"data = 'games'\ncert = '{absolute}'\nkey = '~/key.pem'")

    config, _sources = read(file)
    assert (config.data, config.cert, config.key) == (file.parent / "games", absolute, file.parent / "home/key.pem")


def test_the_file_is_named_by_option_or_variable_or_by_default_and_only_the_default_one_may_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.config.loading.default_file", lambda: tmp_path / "netgame" / "server.toml")
    environ = {"NETGAME_CONFIG": str(tmp_path / "variable.toml")}
    bare = parser().parse_args(["run"])
    assert read_config(bare, {})[1] == Sources()
    assert "No such file" in problems(tmp_path / "option.toml")[0]
    for path in ("", "\0", "/dev/zero", "/"):  # is no settings file
        assert len(problems(path)) == 1

    for name in ("option", "variable", "netgame/server"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.toml").write_text(f'name = "{name}"')
    assert read(tmp_path / "option.toml", environ=environ)[0].name == "option"
    assert read_config(bare, environ)[0].name == "variable"
    assert read_config(bare, {})[0].name == "netgame/server"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n\nport = 70000", ':3: port must be a number from 0 to 65535 or "auto", not 70000'),
        ('port = "7763"', ':1: port must be a number from 0 to 65535 or "auto", not "7763"'),
        ("guests = 1", ":1: guests must be true or false, not 1"),
        ('log = "loud"', ':1: log must be "debug", "info", "warning" or "error", not "loud"'),
        ("[limits]\n# so many\nhello_s = 0", ":3: limits.hello_s must be a number from 1 to 3600, not 0"),
        ("limits.seats = true", ":1: limits.seats must be a number from 1 to 1000000, not true"),
        ("limits = { watched = 1.5 }", ":1: limits.watched must be a number from 1 to 1000000, not 1.5"),
        ("prot = 7763", ':1: unknown setting "prot". Did you mean port?'),
        ('"gest" = true', ':1: unknown setting "gest". Did you mean guests?'),
        ("seats = 3", ':1: unknown setting "seats". Did you mean limits.seats?'),
        ("[limits]\nport = 3", ':2: unknown setting "port" in [limits]. Did you mean port, above the line [limits]?'),
        ("[limits]\nseat = 3", ':2: unknown setting "seat" in [limits]. Did you mean limits.seats?'),
        ("[limit]\nseats = 3", ':1: unknown table "limit". Did you mean [limits]?'),
        ("[qwertz]\nseats = 3", ':1: unknown table "qwertz". The only one is [limits].'),
        ("qwertz = 3", ':1: unknown setting "qwertz".'),
        ("limits = 3", ":1: limits is a table; write its keys below a line [limits]"),
        ("[[limits]]\nseats = 3", ":1: limits is a table; write its keys below a line [limits]"),
        ("motd = [\n 1,\n 2]", ":1: motd must be printable text of at most 500 characters, not a list"),
        ("motd = { a = 1 }", ":1: motd must be printable text of at most 500 characters, not a table"),
        ("port = 1979-05-27", ':1: port must be a number from 0 to 65535 or "auto", not a date or time'),
        ('proxies = ["::1", "127.0.0.300"]', f':1: proxies must be {NETWORKS}, not "127.0.0.300"'),
        ('hosts = ["::", "a b", "c d"]', f':1: hosts must be {HOSTS}, not "a b"'),
        ('addresses = ["games.example", 5]', f":1: addresses must be {ADDRESSES}, not 5"),
        ("hosts = []", f":1: hosts must be {HOSTS}, not a list"),
        ("port = 7800\nmetrics_port = 7800", ":2: metrics_port must be another one than port, which is 7800"),
        ("metrics_port = 7763", ":1: metrics_port must be another one than port, which is 7763"),
        ('key = "x"', ":1: key belongs to a certificate; set cert as well"),
        ("port = 1\nname = Club", ":2: this is not TOML (Invalid value at column 8; text needs quotes)"),
        (r'data = "C:\Users"', rf":1: this is not TOML (Invalid hex value at column 13{IN_SINGLE})"),
        (r'data = "C:\games"', rf":1: this is not TOML (Unescaped '\\' in a string at column 13{IN_SINGLE})"),
        (r'data = "C:\netgame"', r':1: data must be the path of a file or folder, not "C:\netgame"'),
        ("port = 1\nport = 2\n", ":2: this is not TOML (Cannot overwrite a value at column 9)"),
        ("port = " + "9" * 5000, ": the file contains a value that no setting accepts"),
        ("hosts = " + "[" * 5000, ": the file contains a value that no setting accepts"),
    ],
)
def test_a_mistake_in_a_file_is_reported_with_its_line_and_a_correction(file: Path, text: str, said: str) -> None:
    assert wrong(file, text) == [said]


@pytest.mark.parametrize(
    "text",
    [
        'mail_server = "mail..example.org"', f'mail_server = "{"x" * 64}.org"', 'mail_server = ".example.org"',
        'webhook = "https://bot..example.org/x"', f'webhook = "http://{"x" * 64}/"', 'hosts = ["a..b"]',
        'hosts = ["127.0.0.300"]', 'mail_server = "127.0.0.300"', 'mail_server = "mail.example.org:25"',
        'metrics_host = "a..b"', 'metrics_host = "256.0.0.1"', 'webhook = "https://10.0.0/x"',
        'webhook = "http://[fe80::1%25eth0]/"', 'webhook = "http://a%zz/"', 'webhook = "http://<host>/"',
        'mail_user = "klüb"', 'mail_password = "Grüße1"', 'mail_sender = "=?utf-8?q?x?=@example.org"',
    ],
)  # fmt: skip
def test_what_no_mail_or_request_can_be_sent_with_is_refused(file: Path, text: str) -> None:
    [said] = wrong(file, text)
    assert said.startswith(f":1: {text.partition(' ')[0]} must be ")


def test_a_password_in_a_file_that_no_mail_server_can_take_is_refused(file: Path) -> None:
    file.with_name("secret").write_text("Grüße1\n", "utf-8")
    file.write_text('mail_password_file = "secret"')
    assert main(["check-config", "--config", str(file)]) == 1


def test_all_mistakes_are_reported_at_once(file: Path) -> None:
    file.write_text("port = -1\n\n[limits]\nseat = 5\n")
    environ = {"NETGAME_GUESTS": "perhaps", "NETGAME_LIMIT_SEATS": "3"}

    assert problems(file, "--limit", "watchd=3", "--metrics-port", "x", "--log", "no", environ=environ) == [
        f'{file}:1: port must be a number from 0 to 65535 or "auto", not -1',
        f'{file}:4: unknown setting "seat" in [limits]. Did you mean limits.seats?',
        'NETGAME_GUESTS: guests must be true or false, not "perhaps"',
        "NETGAME_LIMIT_SEATS: unknown setting. Did you mean NETGAME_LIMITS_SEATS?",
        '--log: log must be "debug", "info", "warning" or "error", not "no"',
        '--metrics-port: metrics_port must be a number from 0 to 65535 or "off", not "x"',
        '--limit: unknown limit "watchd". Did you mean watched?',
    ]


def test_line_numbers_are_right_in_utf8_with_byte_order_mark_crlf_comments_and_values_of_several_lines(
    file: Path,
) -> None:
    motd, hosts = '"""\none # [ " {\n\\"""two""""', '[ # ]\n "::1", # "\n]'
    text = f"# [x]\r\nmotd = {motd}\nhosts = {hosts}\nname = '#['\n\n[limits] # a = 1\nx = 1"
    assert wrong(file, text) == [':11: unknown setting "x" in [limits].']
    file.write_bytes(b'\xef\xbb\xbfport = 1\r\nname = "x"\r\n')
    assert read(file)[1].of("name") == f"{file}:2"
    file.write_bytes(b'port = 1\nname = "Gr\xfc\xdfe"')
    assert problems(file) == [f"{file}:2: this line is not UTF-8 text; save the file as UTF-8"]


def test_every_field_has_help_an_option_a_variable_and_perhaps_a_word_for_none() -> None:
    names = {each.name for each in dataclasses.fields(Config)} - {"limits"}
    names |= {f"limits.{each.name}" for each in dataclasses.fields(Limits)}

    assert settings().keys() == names
    assert len({setting.variable for setting in settings().values()}) == len(names)
    for setting in settings().values():
        assert setting.help
        assert not setting.help[0].isspace()
        assert setting.expected
        assert fits(setting, setting.of(Config()))
        if setting.kind is int:
            assert (type(None) in get_args(setting.type)) == bool(setting.none)


def test_the_sample_changes_nothing_also_with_all_lines_active(file: Path) -> None:
    file.write_text(sample())
    config, sources = read(file)
    assert config == Config()
    assert {sources.of(name) for name in settings()} == {"default"}
    assert max(map(len, sample().split("\n"))) <= 120

    file.write_text(re.sub(r"^#(?=\w)", "", sample(), flags=re.MULTILINE))
    config, sources = read(file)
    assert config == Config()
    assert sources.where.keys() == settings().keys()
    lines = file.read_text().split("\n")
    for name, where in sources.where.items():
        assert lines[int(where.rpartition(":")[2]) - 1].startswith(f"{name.rpartition('.')[2]} = ")


def test_the_output_of_check_config_is_an_equal_settings_file(file: Path) -> None:
    file.write_text('motd = "a\\n\\"b\\""\nhosts = "::1"\n[limits]\nseats = 3')
    config, sources = read(file, "--port", "3")
    again = file.with_name("again.toml")
    again.write_text(shown_settings(config, sources))
    assert tomllib.loads(again.read_text())["limits"]["seats"] == 3
    assert read(again)[0] == config


def test_check_config_shows_values_and_sources_or_reports_mistakes_and_exits_with_1(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NETGAME_MOTD", "Hello")
    file.write_text("guests = false\n")

    assert main(["check-config", "--config", str(file), "--limit", "seats=7"]) == 0

    rows = dict(line.split("  # ") for line in capsys.readouterr().out.splitlines()[1:])
    said = {key.strip(): where for key, where in rows.items()}
    assert said["guests = false"] == f"{file}:1"
    assert said['motd = "Hello"'] == "NETGAME_MOTD"
    assert said["limits.seats = 7"] == "--limit seats"
    assert said['port = "auto"'] == "default"

    file.write_text("port = 1\nguest = false\n")
    assert main(["check-config", "--config", str(file)]) == 1
    assert capsys.readouterr() == ("", f'{file}:2: unknown setting "guest". Did you mean guests?\n')

    file.write_text(f"cert = '{make_identity(file.parent).cert_path}'\n")
    assert main(["check-config", "--config", str(file)]) == 0
    file.write_text('cert = "none.pem"\n')
    assert main(["check-config", "--config", str(file)]) == 1
    assert capsys.readouterr().err.startswith(f"{file}:1: ")

    assert main(["check-config", "--sample"]) == 0
    assert capsys.readouterr().out == sample()


def test_no_password_of_a_database_is_shown_whether_its_address_is_accepted_or_refused(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.touch()
    address = "postgresql://ann:open%20sesame@db.example:5432/games"

    assert main(["check-config", "--config", str(file), "--database", address]) == 0
    assert 'database = "postgresql://ann:***@db.example:5432/games"' in capsys.readouterr().out
    assert read(file, "--database", address)[0].database == address
    wrong = "host=db password=sesame", "mysql://ann:sesame@db/x", "postgresql://ann:sesame@db", "postgresql://[/x"
    for address in wrong:
        [problem] = problems(file, "--database", address)
        assert problem.startswith("--database: database must be")
        assert "sesame" not in problem


def test_a_reload_keeps_settings_that_need_a_restart() -> None:
    fresh = Config(port=5, name="new", motd="new", guests=False, limits=Limits(seats=3), log="debug")
    assert with_live(Config(port=4, name="old"), fresh) == dataclasses.replace(fresh, port=4, name="old")


@pytest.mark.slow
async def test_help_does_not_import_the_server() -> None:
    program = "import sys, server.cli.main; server.cli.main.parser(); print(*sys.modules)"
    done = await trio.run_process([sys.executable, "-c", program], capture_stdout=True)
    loaded = done.stdout.decode().split()
    costly = {"trio", "cryptography", "zeroconf", "netgame.match", "server.app", "sqlite3", "sqlalchemy"}
    assert not costly & set(loaded)


@has_modes
@pytest.mark.parametrize(
    "text",
    ['mail_password = "secret"', 'webhook_key = "secret"', 'database = "postgresql://ann:secret@localhost/games"',
     "mail_password_file = 'secret'", "webhook_key_file = 'secret'"],
)  # fmt: skip
def test_a_file_with_a_password_that_every_user_may_read_is_named(
    file: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    secret = file.with_name("secret")
    secret.write_text("secret")
    file.write_text(text)
    named, other = (secret, file) if "_file" in text else (file, secret)
    for mode, is_open in ((0o640, False), (0o644, True)):
        other.chmod(0o644)
        named.chmod(mode)

        assert main(["check-config", "--config", str(file)]) == 0
        assert (str(named) in capsys.readouterr().err) == is_open
