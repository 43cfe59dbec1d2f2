"""Random games of pytruco 0.1.3, another Uruguayan engine, have the same result in ours.

After every tap the score, the number of tricks and the mano must be the same. A game must end at
the same tap, and the same side must win. Games of pytruco are for 20, 30 or 40 points and two, four
or six players. Everybody may call envido (`envido_callers=anyone`), plain envido may be called
twice, and a falta pays what the side ahead needs to end a half of the game (`falta=stage`).

DIFFERENCES has each rule of pytruco that differs from RULES.md. The tests never play a move that
such a rule decides. If they cannot avoid it, they deal again. One difference is not listed there:
after a tie, the first player who tied leads in pytruco, and the leader of the tied trick in our
engine. It does not matter, because our engine does not enforce turns.
"""

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import settings
from pytruco.pdt import jugada as moves
from pytruco.pdt.carta import CartaID
from pytruco.pdt.envite import EstadoEnvite as Envite
from pytruco.pdt.equipo import Equipo
from pytruco.pdt.mano import Resultado
from pytruco.pdt.partida import Partida
from pytruco.pdt.truco import EstadoTruco as Truco

from companion import variants
from companion.engine import MatchLog, parse
from tests.playing import begin

CARDS = 5  # how much likelier a card is than a word, so that hands are played out
DEEP = settings.get_current_profile_name() == "deep"
GAMES = {2: 120, 4: 70, 6: 30} if DEEP else {2: 60, 4: 35, 6: 20}  # for each number of players

WORDS = {
    moves.TocarEnvido: "envido",
    moves.TocarRealEnvido: "real-envido",
    moves.TocarFaltaEnvido: "falta-envido",
    moves.GritarTruco: "truco",
    moves.GritarReTruco: "retruco",
    moves.GritarVale4: "vale-cuatro",
    moves.ResponderQuiero: "yes",
    moves.ResponderNoQuiero: "no",
}
ENVIDOS = (moves.TocarEnvido, moves.TocarRealEnvido, moves.TocarFaltaEnvido)
FLORS = (moves.CantarFlor, moves.CantarContraFlor, moves.CantarContraFlorAlResto)


# Where it differs from RULES.md


def a_player_leaves_alone(p, move):
    """In pytruco, a player who folds leaves the hand alone; in our engine the whole side folds.

    Return whether this move makes that difference.
    """
    return isinstance(move, moves.IrseAlMazo) and len(p.ronda.manojos) > 2


def a_fold_is_paid_after_the_bet_won(p, move):
    """In pytruco a fold pays the open bet and then the hand, even if the bet has won the game."""
    return isinstance(move, moves.IrseAlMazo) and p.ronda.envite.estado >= Envite.ENVIDO


def refusing_a_raised_envido_pays_one_more(p, move):
    """In pytruco the refusal of a raise of envido pays one point more than in RULES.md 14.

    For example, "envido, envido, no quiero" and "envido, real envido, no quiero" pay 3 points in
    pytruco, and 2 points in RULES.md.
    """
    envite = p.ronda.envite
    opening = {Envite.ENVIDO.value: 2, Envite.REALENVIDO.value: 3, Envite.FALTAENVIDO.value: 0}
    answers = isinstance(move, moves.ResponderNoQuiero) and envite.estado.value in opening
    return answers and envite.puntaje != opening[envite.estado.value]


def a_falta_is_added_to_what_was_said_before(p, move):
    """In pytruco a falta is added to the envidos before it; in RULES.md 14 it replaces them."""
    return isinstance(move, moves.TocarFaltaEnvido) and p.ronda.envite.estado >= Envite.ENVIDO


def a_falta_in_malas_pays_what_its_winner_lacks(p, move):
    """In pytruco a falta pays what its winner needs to reach half of the target.

    In our engine it pays what the side ahead needs to reach half of the target. So the two differ
    if both sides have less than half of the target and their scores are not equal.
    """
    azul, rojo = p.puntajes.values()
    return (
        isinstance(move, moves.TocarFaltaEnvido) and max(azul, rojo) < p.el_chico() and azul != rojo
    )


def the_partner_of_the_caller_puts_envido_first(p, move):
    """In pytruco the partner of the player who called truco may call envido before the answer.

    In our engine only the side that must answer the truco may call envido then.
    """
    opens = isinstance(move, ENVIDOS) and p.ronda.envite.estado == Envite.NOGRITADOAUNAUN
    return (
        opens
        and p.ronda.truco.estado == Truco.TRUCO
        and _same_side(move.jid, p.ronda.truco.cantado_por)
    )


def the_caller_plays_on_before_the_answer(p, move):
    """In pytruco the side that called truco may play cards before the answer.

    In our engine no trick is recorded before the answer.
    """
    return isinstance(move, moves.TirarCarta) and p.ronda.truco.estado.es_truco_respondible()


def a_contraflor_is_four_and_shrinking_pays_every_flor(p, move):
    """In pytruco flors pay other points than in RULES.md.

    * An accepted contraflor pays 4 points. An accepted resto does not include the flors.
    * "Me achico" pays 3 points for every flor, and 1 point more after a contraflor or resto.
    * If nobody raises, the better flor wins 3 points for every flor. In our engine an accepted
      contraflor does so.
    """
    shrinks = isinstance(move, moves.ResponderNoQuiero) and p.ronda.envite.estado >= Envite.FLOR
    return shrinks or isinstance(move, moves.CantarContraFlor | moves.CantarContraFlorAlResto)


DIFFERENCES = (
    a_player_leaves_alone,
    a_fold_is_paid_after_the_bet_won,
    refusing_a_raised_envido_pays_one_more,
    a_falta_is_added_to_what_was_said_before,
    a_falta_in_malas_pays_what_its_winner_lacks,
    the_partner_of_the_caller_puts_envido_first,
    the_caller_plays_on_before_the_answer,
    a_contraflor_is_four_and_shrinking_pays_every_flor,
)
ONLY_TWO = {a_fold_is_paid_after_the_bet_won, a_contraflor_is_four_and_shrinking_pays_every_flor}
ONLY_MORE = {a_player_leaves_alone, the_partner_of_the_caller_puts_envido_first}


def _same_side(one, other):
    return int(one) % 2 == int(other) % 2


def number(flor):
    """Return the number of a flor as RULES.md 14 counts it, which is at least 20.

    For a flor without a piece, pytruco counts 20 less.
    """
    if flor < 20:
        return flor + 20
    return flor


# Their game and ours, side by side


class BothTables:
    """A random game of pytruco, and the same taps in our engine.

    The players of pytruco are named after the seats of our engine: "0", "1" and so on.
    """

    def __init__(self, seats, seed):
        self.dice = random.Random(seed)
        random.seed(seed)  # their deals come from there
        target = self.dice.choice((20, 30, 40))
        ids = [str(seat) for seat in range(seats)]
        self.theirs = Partida(target, ids[::2], ids[1::2], verbose=False)
        kinds = (*WORDS, *FLORS, moves.IrseAlMazo)
        self.words = [kind(jid) for kind, jid in product(kinds, ids)]
        rules = f"target={target} best_of=1 envido_callers=anyone falta=stage"
        self.ours = MatchLog(begin("uruguayan", seats=seats, dealer=seats - 1, rules=rules))
        self.told = []
        self.sung = []  # who has announced a flor in this hand, in order
        self.seen = Counter()

    def play(self):
        while not self.theirs.terminada():
            self.deal_again_where_the_flors_will_differ()
            self.tell(self.a_move())
            self.compare()

    def deal_again_where_the_flors_will_differ(self):
        """Deal again while both sides have flors that pytruco may not compare as RULES.md does.

        With two players, flors are compared differently only if just one of them has a piece.
        """
        ronda = self.theirs.ronda
        while not self.sung and len({int(jid) % 2 for jid in ronda.envite.sin_cantar}) == 2:
            flors = [cards.calc_flor(ronda.muestra) for cards in ronda.envite.jugadores_con_flor]
            plain = {flor < 20 for flor in flors}
            if len(ronda.manojos) == 2 and len(plain) == 1:
                return
            self.seen["dealt again"] += 1
            ronda.nueva_ronda(ronda.el_mano)

    def a_move(self):
        cards = []
        for hand in self.theirs.ronda.manojos:
            cards += [moves.TirarCarta(hand.jugador.id, card) for card in hand.cartas]
        for move in self.dice.sample(every := self.words + CARDS * cards, len(every)):
            if move.ok(self.theirs)[1]:
                other = next(
                    (difference for difference in DIFFERENCES if difference(self.theirs, move)),
                    None,
                )
                self.seen[other] += 1
                if other is None:
                    return move
        raise AssertionError("their engine has no move left")

    def tell(self, move):
        ronda = self.theirs.ronda
        envite = ronda.envite
        trick = ronda.get_mano_actual()
        in_bet = envite.estado >= Envite.ENVIDO
        silent = list(envite.sin_cantar)
        owes = ronda.truco.estado.es_truco_respondible()
        hands = dict(enumerate(ronda.manojos))
        turned = ronda.muestra
        numbers = {seat: hand.calcular_envido(turned) for seat, hand in hands.items()}
        flors = {seat: number(hand.calc_flor(turned)) for seat, hand in hands.items()}
        move.hacer(self.theirs)
        if isinstance(move, moves.TirarCarta):
            if trick.resultado is not None:
                was_tied = trick.resultado == Resultado.EMPARDADA
                self.tap("tied" if was_tied else f"won@{trick.ganador}")
        elif isinstance(move, moves.IrseAlMazo):
            self.tap(f"no@{move.jid}" if owes else f"fold@{move.jid}")
        elif not isinstance(move, moves.CantarFlor):
            self.tap(f"{WORDS[type(move)]}@{move.jid}")
            if in_bet and isinstance(move, moves.ResponderQuiero):
                self.say(numbers)
        if isinstance(move, moves.CantarFlor | ENVIDOS[0] | ENVIDOS[1] | ENVIDOS[2]):
            self.sung += [int(jid) for jid in silent if jid not in envite.sin_cantar]
            if self.sung and envite.estado == Envite.DESHABILITADO:
                self.announce(flors)

    def announce(self, flors):
        """Tap the flors in our engine. `flors` maps each seat to the number of its flor.

        The first seat that has a flor taps "flor". Every other seat that has one taps "flor" if it
        is a partner, and "contraflor" if it is an opponent. The other seats tap "no".
        """
        first, *others = self.sung
        self.tap(f"flor@{first}")
        for seat in self.ours.game.rules.order(first)[1:]:
            word = "no"
            if seat in others:
                word = "flor" if _same_side(seat, first) else "contraflor"
            self.tap(f"{word}@{seat}")
            if word == "contraflor":
                self.tap(f"yes@{first}")
                self.say({each: flors[each] for each in self.sung})

    def say(self, numbers):
        """Settle an accepted bet in our engine. `numbers` maps each seat to its number.

        One time in five, tap only `best` with the seat that has the highest number. Otherwise, in
        play order from eldest, tap each number that is higher than all numbers before. Then the
        side behind concedes with `good`.
        """
        rules = self.ours.game.rules
        game = self.ours.game
        order = [seat for seat in rules.order(game.hand.mano) if seat in numbers]
        if self.dice.random() < 0.2:
            return self.tap(f"best@{max(order, key=numbers.__getitem__)}")
        best = -1
        asked = len(self.ours.game.hand.questions)
        for seat in order:
            if numbers[seat] > best and len(self.ours.game.hand.questions) == asked:
                best = numbers[seat]
                ahead = seat
                self.tap(f"says@{seat}={best}")
        if len(self.ours.game.hand.questions) == asked and self.ours.game.winner is None:
            answering = self.ours.game.hand.question.answer
            behind = next(seat for seat in answering if not _same_side(seat, ahead))
            self.tap(f"good@{behind}")
        return None

    def tap(self, text):
        self.told.append(text)
        self.ours = self.ours.play(parse(text))

    def compare(self):
        theirs = self.theirs
        ours = self.ours.game
        if theirs.ronda.envite.estado == Envite.FLOR:
            return  # a partner's flor is still to come: ours hears them together
        points = (theirs.puntajes[Equipo.AZUL], theirs.puntajes[Equipo.ROJO])
        assert ours.score == points
        if theirs.terminada():
            assert ours.winner == points.index(max(points))
            return
        assert ours.winner is None
        assert ours.hand.mano == theirs.ronda.el_mano
        assert len(ours.hand.tricks) == theirs.ronda.mano_en_juego.to_ix()
        if not ours.hand.taps:
            self.sung = []


@pytest.fixture
def dice_back():
    state = random.getstate()
    yield
    random.setstate(state)


@pytest.mark.usefixtures("dice_back")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_pytruco_and_our_engine_have_the_same_score_and_mano_after_every_tap(seats):
    seen = Counter()
    for seed in range(GAMES[seats]):
        tables = BothTables(seats, seed)
        try:
            tables.play()
        except Exception as trouble:
            trouble.add_note(f"{seats} players, seed {seed}: {' '.join(tables.told)}")
            raise
        seen += tables.seen + Counter(tap.partition("@")[0] for tap in tables.told)
    absent = ONLY_TWO if seats > 2 else ONLY_MORE
    assert {difference for difference in DIFFERENCES if not seen[difference]} == absent
    told = set(
        ("envido real-envido falta-envido flor truco retruco vale-cuatro yes no tied").split()
    )
    assert not {word for word in told | {"says", "good", "best"} if not seen[word]}
    assert bool(seen["contraflor"]) == bool(seen["fold"]) == (seats == 2)


# Cards


@pytest.mark.parametrize("number", range(40))
def test_pytruco_ranks_the_cards_as_our_engine_does(number):
    def text(card):
        return f"{card.valor}{card.palo.value[0]}"

    muestra = CartaID(number).to_carta()
    deck = [card for card in (CartaID(n).to_carta() for n in range(40)) if card != muestra]
    ranking = variants.get("uruguayan").ranking({"muestra": text(muestra)})
    placed: dict[str, int] = {}
    for place, group in enumerate(ranking):
        for card in group:
            for suit in "oceb" if card.isdigit() else "":
                placed.setdefault(card + suit, place)
            placed.setdefault(card, place)
    strongest = sorted(deck, key=lambda card: -card.calc_poder(muestra))
    ours = [placed[text(card)] for card in strongest]
    assert ours == sorted(ours)
    powers = {placed[text(card)]: card.calc_poder(muestra) for card in deck}
    assert len(set(powers.values())) == len(powers)
