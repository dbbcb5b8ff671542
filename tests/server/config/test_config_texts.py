"""Any text as a setting is accepted with the right type, or refused with its source."""

import os
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from server.config.loading import place, read_config
from server.config.settings import Config, Setting, settings
from server.config.show import shown_settings
from server.errors import ConfigError

TEXTS = st.one_of(
    st.text(max_size=30),
    st.text(st.characters(codec=None, categories=["Cs", "Cc", "Nd"]), max_size=10),
    st.sampled_from(["~nobody/x", "\0", "9" * 5000, "-0", "٣", "auto", "lo", "1" * 600, "a,b", "::1,,", "{x}", "%s"]),
)
NAMES = st.sampled_from(sorted(settings()))


def fits(setting: Setting, value: object) -> bool:
    """Return whether a value has the type that the field declares."""
    if setting.kind is Path:
        return isinstance(value, Path) or (value is None and setting.name != "data")
    if setting.kind is int and not setting.none and type(value) is not int:
        return False
    try:
        msgspec.convert(value, setting.type)
    except msgspec.ValidationError:
        return value == () and setting.name == "hosts"  # the default, which `Config` replaces
    return True


def accepted_or_refused(name: str, source: str, args: Namespace, environ: Mapping[str, str]) -> None:
    setting = settings()[name]
    told: tuple[str, ...] = ()
    try:
        config, sources = read_config(args, environ)
    except ConfigError as error:
        told = error.problems
    else:
        assert fits(setting, setting.of(config))
        assert all(line.isprintable() for line in shown_settings(config, sources).split("\n"))
    assert all(source in problem and problem.isprintable() for problem in told)


@pytest.mark.slow
@given(NAMES, TEXTS)
@example("name", "{problems}")
def test_any_text_in_a_variable_is_accepted_or_refused_with_its_name(name: str, text: str) -> None:
    variable = settings()[name].variable
    accepted_or_refused(name, variable, Namespace(set_config=os.devnull), {variable: text})


@pytest.mark.slow
@given(NAMES, TEXTS)
def test_any_text_of_an_option_is_accepted_or_refused_with_its_name(name: str, text: str) -> None:
    setting, args = settings()[name], Namespace(set_config=os.devnull)
    if setting.is_limit:
        args.set_limit = [f"{name.partition('.')[2]}={text}"]
    else:
        setattr(args, f"set_{name}", text)
    accepted_or_refused(name, setting.option, args, {})


VALUES = st.one_of(
    TEXTS.filter(lambda text: text.isprintable()).map(lambda text: '"' + text.replace("\\", "").replace('"', "") + '"'),
    st.integers().map(str),
    st.sampled_from(["true", "false", "nan", "1.5", "[]", "[1]", '["x"]', "{}", "07:32:00", "1979-05-27", '"\\u0000"']),
)


@pytest.mark.slow
@given(name=NAMES, value=VALUES)
def test_any_value_in_a_file_is_accepted_or_refused_with_file_and_line(
    tmp_path_factory: pytest.TempPathFactory, name: str, value: str
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.toml"
    file.write_text(f"\n{name} = {value}\n", "utf-8")
    accepted_or_refused(name, f"{file}:2", Namespace(set_config=str(file)), {})


@pytest.mark.slow
@given(content=st.text(max_size=60) | st.binary(max_size=60))
def test_any_file_is_accepted_or_refused(tmp_path_factory: pytest.TempPathFactory, content: str | bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "other.toml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    accepted_or_refused("port", str(file), Namespace(set_config=str(file)), {})


@pytest.mark.parametrize(
    ("name", "shown"),
    [("C:\\netgame\\bad.toml", "C:\\netgame\\bad.toml:3"), ('a "b".toml', 'a "b".toml:3'), ("a\x1bb", "a\\u001bb:3")],
)
def test_a_place_in_a_file_is_spelled_as_editors_read_it_without_control_characters(name: str, shown: str) -> None:
    assert place(Path(name), 3) == shown


def test_a_message_of_the_day_stays_as_typed_without_stray_invisible_characters() -> None:
    variables = {"NETGAME_MOTD": "👩\u200d💻 10² \U0001fae9\ufeff\nsee you\u200e"}
    config, _ = read_config(Namespace(set_config=os.devnull), variables)
    assert config.motd == "👩\u200d💻 10² \U0001fae9\nsee you"


def test_the_name_of_a_server_is_printable() -> None:
    given = ("A\udcff\udcfe\x07\u202eB", "\udcff", "x" * 99)
    assert [Config(name=name).name for name in given] == ["A B", "netgame", "x" * 40]
