"""The check code on paper: any one wrong character and any two exchanged ones are noticed."""

import itertools

import pytest

from exports.document import check_code, is_like_code, read_check_code, read_code
from exports.document.check_code import ALPHABET, CODE_PAGE

DIGEST = "sha256:bbb782525f804c93b56e1f55da49d2bdb4a9955cf55bc4ca7b542c4e675fb0cb"
CODES = [check_code(f"sha256:{number:064x}") for number in (0, 1 << 211, 2**256 - 1, int(DIGEST[7:], 16), 0xABCDEF << 220)]


def test_a_code_is_two_fives_of_crockfords_alphabet():
    first, second = check_code(DIGEST).split("-")
    assert len(first) == len(second) == 5
    assert set(first + second) <= set(ALPHABET)


def test_the_code_is_the_digests_first_bits():
    bits = "".join(f"{ALPHABET.index(letter):05b}" for letter in check_code(DIGEST).replace("-", "")[:9])
    assert bits == f"{int(DIGEST[7:], 16):0256b}"[:45]


@pytest.mark.parametrize("code", CODES)
def test_a_code_reads_back(code):
    assert read_check_code(code) == code


def test_case_hyphens_and_letters_that_look_like_digits_do_not_matter():
    code = check_code("sha256:" + "0" * 64)
    assert code == "00000-00000"
    assert read_check_code(" oOoO0 0o0o0 ") == code
    one = check_code(f"sha256:{int('00001' * 9, 2) << 211:064x}")
    assert read_check_code(one.replace("1", "l").lower()) == one
    assert read_check_code(one.replace("1", "I")) == one


@pytest.mark.parametrize("code", CODES)
def test_one_wrong_character_is_noticed(code):
    letters = code.replace("-", "")
    for place, letter in itertools.product(range(10), ALPHABET):
        if letter != letters[place]:
            with pytest.raises(ValueError, match="has a slip in it"):
                read_check_code(letters[:place] + letter + letters[place + 1 :])


@pytest.mark.parametrize("code", CODES)
def test_two_exchanged_characters_are_noticed(code):
    letters = list(code.replace("-", ""))
    for one, other in itertools.combinations(range(10), 2):
        swapped = letters.copy()
        swapped[one], swapped[other] = letters[other], letters[one]
        if swapped != letters:
            with pytest.raises(ValueError, match="has a slip in it"):
                read_check_code("".join(swapped))


@pytest.mark.parametrize("text", ["", "7K2QH", "7K2QH-9XRTMM", "7K2QH-9XRTU", "ÄÖÜ", "7K2QH-9XRT\u0661"])
def test_what_is_no_code_is_refused(text):
    with pytest.raises(ValueError, match="ten letters and digits"):
        read_check_code(text)


@pytest.mark.parametrize("code", CODES)
def test_a_code_reads_in_every_form_in_which_it_is_written_down(code):
    joined = code.replace("-", "")
    forms = (code, code.lower(), joined, f" {code[:5]}  {code[6:]}\n", f"{code[:5]}\u2013{code[6:]}", " ".join(joined))
    scanned = f"https://muster.example:8000{CODE_PAGE}{code}", f"http://[::1]:8000{CODE_PAGE}{code.lower()}&x=1"
    for form in (*forms, *scanned):
        assert is_like_code(form)
        assert read_code(form) == code


def test_a_digest_reads_alone_and_as_a_qr_code_says_it():
    for form in (DIGEST, DIGEST.upper(), f" {DIGEST}\n", f"MUSTER.ROSTER/1 {check_code(DIGEST)} {DIGEST.upper()}"):
        assert is_like_code(form)
        assert read_code(form) == DIGEST


@pytest.mark.parametrize("text", ["", "sunward-host", "a.pdf", "https://muster.example/rosters", "7K2QH", "x" * 5000])
def test_what_is_no_code_is_none(text):
    assert not is_like_code(text)
    with pytest.raises(ValueError, match="ten letters and digits"):
        read_code(text)
