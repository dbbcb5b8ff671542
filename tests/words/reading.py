"""Finds every English template that the window may translate, from the code without running it.

A template reaches people as the argument of `tr` or `Text`. From there the reader follows it back: to the arguments
of a function that passes it on, to a field of a class, to a constant, to the result of a function. A new sentence
needs no registration.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

# functions and classes with an argument that is a template
ASKERS = (
    *(("tr", "template"), ("Text", "template")),
    *(("option", "label"), ("option", "choices"), ("option", "none")),
    ("_within", "what"),
)
NAMED_BY_KEYS = ("presets",)  # keys of these class attributes are words
NAMED_BY_VALUES = ("piece_names",)  # values of these class attributes are words
WORDS = ("COLOURS", "_KINDS")  # constants whose values are words for slots of sentences
FOUND_IN_CALLS = {"items": 1, "values": 0, "get": 0}  # of a dict: the place of its values in the result
DEEPEST = 4  # containers in containers; a name that is assigned from itself would recurse without end
Scope = tuple["Module", tuple[ast.AST, ...]]  # where a name is looked up: the module, and the enclosing functions
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Module:
    """A file of the program."""

    path: Path
    tree: ast.Module
    values: dict[str, list[ast.expr]] = field(default_factory=lambda: defaultdict(list))  # constants, by name


@dataclass(frozen=True, order=True)
class Found:
    """A template and its place."""

    template: str
    file: str
    line: int
    direct: bool  # written in the call that translates it


def read(root: Path, files: Iterable[Path]) -> dict[str, list[Found]]:
    """Return every template of these files with its places."""
    reader = _Reader([Module(path, ast.parse(path.read_text(encoding="utf-8"))) for path in files], root)
    return reader.all()


class _Reader:
    def __init__(self, modules: list[Module], root: Path) -> None:
        self._root = root
        self._calls: dict[str, list[tuple[ast.Call, Scope]]] = defaultdict(list)
        self._functions: dict[str, list[tuple[Function, Scope]]] = defaultdict(list)
        self._classes: dict[str, list[tuple[ast.ClassDef, Scope]]] = defaultdict(list)
        self._assigned: dict[str, list[tuple[ast.expr, Scope]]] = defaultdict(list)  # `self.x = ...` by x
        self._constants: dict[str, list[tuple[ast.expr, Scope]]] = defaultdict(list)  # of any module, by name
        self._found: set[Found] = set()
        self._direct: set[int] = set()
        self._seen: set[tuple[int, tuple[int | str, ...]]] = set()
        self._asked: set[tuple[str, str]] = set()
        self._todo: list[tuple[ast.expr, Scope, tuple[int | str, ...]]] = []
        for module in modules:
            self._index(module.tree, module, ())
        for index in (self._calls, self._functions, self._classes, self._assigned, self._constants):
            index.default_factory = None  # complete from here on: an unknown name does not exist

    def all(self) -> dict[str, list[Found]]:
        for name, argument in ASKERS:
            self._direct |= {id(part) for call, _ in self._calls.get(name, ()) for part in ast.walk(call)}
            self._ask(name, argument)
        for places in self._classes.values():
            for node, scope in places:
                for value in (value for name in NAMED_BY_KEYS for value in _set_in_class(node, name)):
                    self._take([key for key in getattr(value, "keys", ()) if key is not None], scope)
                for value in (value for name in NAMED_BY_VALUES for value in _set_in_class(node, name)):
                    self._take(getattr(value, "values", []), scope)
        for value, scope in (item for name in WORDS for item in self._constants.get(name, ())):
            self._take([value], scope)
        while self._todo:
            self._follow(*self._todo.pop())
        places: dict[str, list[Found]] = defaultdict(list)
        for found in sorted(self._found):
            places[found.template].append(found)
        return dict(places)

    def _take(self, nodes: list[ast.expr], scope: Scope) -> None:
        """Take words that no call refers to by name."""
        self._direct |= {id(part) for node in nodes for part in ast.walk(node)}
        self._more(scope, (), *nodes)

    # ---- index of the code

    def _index(self, node: ast.AST, module: Module, around: tuple[ast.AST, ...]) -> None:
        scope = (module, around)
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._functions[node.name].append((node, scope))
                around = (*around, node)
            case ast.ClassDef():
                self._classes[node.name].append((node, scope))
                around = (*around, node)
            case ast.Call() if not _is_logging(node):
                self._calls[_name_of(node.func)].append((node, scope))
            case ast.Assign() | ast.AnnAssign() if node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    if isinstance(target, ast.Attribute):
                        self._assigned[target.attr].append((node.value, scope))
                    elif isinstance(target, ast.Name) and not around:
                        self._constants[target.id].append((node.value, scope))
        for child in ast.iter_child_nodes(node):
            self._index(child, module, around)

    # ---- from the call to the text

    def _ask(self, name: str, argument: str) -> None:
        """Take every value of that argument of that function or class as a template."""
        if (name, argument) in self._asked:
            return
        self._asked.add((name, argument))
        for call, scope in self._calls.get(name, ()):
            for value in self._given(name, argument, call):
                self._todo.append((value, scope, ()))
        for node, scope in self._classes.get(name, ()):
            self._todo += [(value, (scope[0], (*scope[1], node)), ()) for value in _set_in_class(node, argument)]
        for heir in self._heirs(name):
            self._ask(heir, argument)

    def _given(self, name: str, argument: str, call: ast.Call) -> Iterator[ast.expr]:
        for word in call.keywords:
            if word.arg == argument:
                yield word.value
        for names in self._parameters(name):
            if argument in names and names.index(argument) < len(call.args):
                yield call.args[names.index(argument)]

    def _parameters(self, name: str) -> list[list[str]]:
        """Return the positional arguments for each function or class of that name."""
        found = [_arguments(node) for node, _ in self._functions.get(name, ())]
        for node, _ in self._classes.get(name, ()):
            makers = [item for item in node.body if isinstance(item, Function) and item.name == "__init__"]
            if makers:
                found.append(_arguments(makers[0]))
            elif fields := _fields(node):
                inherited = [
                    name for base in node.bases for names in self._parameters(_name_of(base)) for name in names
                ]
                found.append(inherited + fields)
            else:
                found += [names for base in node.bases for names in self._parameters(_name_of(base))]
        return found

    def _heirs(self, name: str) -> list[str]:
        return [
            heir
            for heir, places in self._classes.items()
            if any(_name_of(base) == name for node, _ in places for base in node.bases)
        ]

    def _follow(self, node: ast.expr, scope: Scope, path: tuple[int | str, ...]) -> None:
        """Find the templates in an expression. `path` leads into it: "*" to each item, a number to one."""
        if (id(node), path) in self._seen or len(path) > DEEPEST:
            return
        self._seen.add((id(node), path))
        match node:
            case ast.Constant(value=str() as text):
                if any(letter.isalpha() for letter in text):
                    file = scope[0].path.relative_to(self._root).as_posix()
                    self._found.add(Found(text, file, node.lineno, id(node) in self._direct))
            case ast.IfExp():
                self._more(scope, path, node.body, node.orelse)
            case ast.BoolOp():
                self._more(scope, path, *node.values)
            case ast.Starred() | ast.Await() | ast.NamedExpr():
                self._more(scope, path, node.value)
            case ast.BinOp(op=ast.BitOr() | ast.Add()):
                self._more(scope, path, node.left, node.right)
            case ast.Tuple() | ast.List() | ast.Set():
                self._items(node.elts, scope, path)
            case ast.Dict():
                self._more(scope, path[1:] if path[:1] == ("*",) else path, *node.values)
            case ast.GeneratorExp() | ast.ListComp() | ast.SetComp():
                self._more(scope, path[1:] if path[:1] == ("*",) else path, node.elt)
            case ast.DictComp():
                self._more(scope, path, node.value)
            case ast.Name():
                self._name(node.id, scope, path)
            case ast.Attribute():
                self._attribute(node.attr, scope, path)
            case ast.Subscript():
                index = node.slice.value if isinstance(node.slice, ast.Constant) else "*"
                self._more(scope, (index if isinstance(index, int) else "*", *path), node.value)
            case ast.Call():
                self._call(node, scope, path)

    def _more(self, scope: Scope, path: tuple[int | str, ...], *nodes: ast.expr) -> None:
        self._todo += [(node, scope, path) for node in nodes]

    def _items(self, nodes: list[ast.expr], scope: Scope, path: tuple[int | str, ...]) -> None:
        if path and isinstance(path[0], int):
            nodes = nodes[path[0] : path[0] + 1]
        self._more(scope, path[1:], *nodes)

    def _call(self, node: ast.Call, scope: Scope, path: tuple[int | str, ...]) -> None:
        name = _name_of(node.func)
        if name in ("tr", "fill", "say", "str"):
            return None
        if name in ("tuple", "list", "sorted", "reversed", "iter", "next", "enumerate", "zip", "field", "option"):
            return self._more(scope, path, *node.args)
        if isinstance(node.func, ast.Attribute) and name in FOUND_IN_CALLS:
            rest = path[1:] if path[:1] == ("*",) else path
            if name == "items":
                rest = rest[1:]
            self._more(scope, ("*", *rest), node.func.value)
            return self._more(scope, path, *node.args[1:])
        for function, where in self._functions.get(name, ()):
            inside = (where[0], (*where[1], function))
            for part in ast.walk(function):
                if isinstance(part, ast.Return | ast.Yield) and part.value is not None:
                    self._more(inside, path, part.value)
        return None

    def _name(self, name: str, scope: Scope, path: tuple[int | str, ...]) -> None:
        """Follow a name in a function: an argument, a variable, or a constant of a module."""
        around = scope[1]
        for node in reversed(around):
            if not isinstance(node, Function):
                continue
            here = list(_bound(node, name))
            if name in _arguments(node, everything=True) and not path:
                owner = around[around.index(node) - 1] if around.index(node) else None
                made = isinstance(owner, ast.ClassDef) and node.name == "__init__"
                self._ask(owner.name if made and isinstance(owner, ast.ClassDef) else node.name, name)
                here += [(value, ()) for value in _default(node, name)]
            if here or name in _arguments(node, everything=True):
                for value, within in here:
                    self._more(scope, (*within, *path), value)
                return
        for value, where in self._constants.get(name, ()):
            self._more(where, path, value)

    def _attribute(self, name: str, scope: Scope, path: tuple[int | str, ...]) -> None:
        """Follow a field: arguments of constructors, class attributes, later assignments."""
        for value, where in self._assigned.get(name, ()):
            self._more(where, path, value)
        for owner, places in self._classes.items():
            for node, where in places:
                for value in _set_in_class(node, name):
                    self._more((where[0], (*where[1], node)), path, value)
            if not path and any(name in _fields(node) for node, _ in places):
                self._ask(owner, name)
        for value, where in self._constants.get(name, ()):
            self._more(where, path, value)


# ---- small queries of the tree


def _is_logging(node: ast.Call) -> bool:
    """Tell whether a call writes to the log, which is not translated."""
    func = node.func
    return isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id == "log"


def _name_of(node: ast.expr) -> str:
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute():
            return node.attr
        case ast.Subscript():
            return _name_of(node.value)
    return ""


def _arguments(node: Function, everything: bool = False) -> list[str]:
    names = [item.arg for item in (*node.args.posonlyargs, *node.args.args)]
    if names[:1] in (["self"], ["cls"]):
        names = names[1:]
    return names + [item.arg for item in node.args.kwonlyargs] if everything else names


def _default(node: Function, name: str) -> Iterator[ast.expr]:
    names = [item.arg for item in (*node.args.posonlyargs, *node.args.args)]
    for argument, value in zip(reversed(names), reversed(node.args.defaults), strict=False):
        if argument == name:
            yield value
    for keyword, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        if keyword.arg == name and value is not None:
            yield value


@cache
def _fields(node: ast.ClassDef) -> list[str]:
    return [
        item.target.id
        for item in node.body
        if isinstance(item, ast.AnnAssign)
        and isinstance(item.target, ast.Name)
        and "ClassVar" not in ast.dump(item.annotation)
    ]


def _set_in_class(node: ast.ClassDef, name: str) -> list[ast.expr]:
    return [value for target, value in _class_values(node) if target == name]


@cache
def _class_values(node: ast.ClassDef) -> list[tuple[str, ast.expr]]:
    found = []
    for item in node.body:
        match item:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found.append((name, value))
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found.append((name, value))
    return found


def _bound(function: Function, name: str) -> list[tuple[ast.expr, tuple[int | str, ...]]]:
    """Return the values of a name in a function, with the path into each."""
    return _variables(function).get(name, [])


@cache
def _variables(function: Function) -> dict[str, list[tuple[ast.expr, tuple[int | str, ...]]]]:
    found = defaultdict(list)
    for name, value, way in _bindings(function):
        found[name].append((value, way))
    return dict(found)


def _bindings(function: Function) -> Iterator[tuple[str, ast.expr, tuple[int | str, ...]]]:
    for node in ast.walk(function):
        match node:
            case ast.Assign():
                for target in node.targets:
                    yield from ((name, node.value, way) for name, way in _ways(target))
            case ast.AnnAssign(value=ast.expr() as value):
                yield from ((name, value, way) for name, way in _ways(node.target))
            case ast.NamedExpr():
                yield from ((name, node.value, way) for name, way in _ways(node.target))
            case ast.For() | ast.AsyncFor() | ast.comprehension():
                yield from ((name, node.iter, ("*", *way)) for name, way in _ways(node.target))


def _ways(target: ast.expr) -> Iterator[tuple[str, tuple[int | str, ...]]]:
    """Yield each assigned name with the path to its part of the value."""
    match target:
        case ast.Name():
            yield target.id, ()
        case ast.Tuple() | ast.List():
            for index, item in enumerate(target.elts):
                yield from ((name, (index, *way)) for name, way in _ways(item))
