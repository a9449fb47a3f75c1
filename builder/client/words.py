"""What the client itself says, in the languages of Muster; the server says everything else."""

from __future__ import annotations

SENTENCES = {
    "unreachable": {
        "en": "Nobody answers at {url}. Is Muster running there, and is the address right?",
        "de": "Unter {url} antwortet niemand. Läuft Muster dort, und stimmt die Adresse?",
        "fi": "Osoitteessa {url} ei vastaa kukaan. Onko Muster käynnissä siellä, ja onko osoite oikea?",
        "sv": "Ingen svarar på {url}. Körs Muster där, och stämmer adressen?",
    },
    "late": {
        "en": "{url} did not answer within {seconds} seconds. Ask again, or give a longer timeout.",
        "de": "{url} hat nicht innerhalb von {seconds} Sekunden geantwortet. Frag noch einmal oder gib mehr Zeit (timeout).",
        "fi": "{url} ei vastannut {seconds} sekunnissa. Yritä uudelleen tai anna pidempi aika (timeout).",
        "sv": "{url} svarade inte inom {seconds} sekunder. Fråga igen, eller ge längre tid (timeout).",
    },
    "address": {
        "en": "{url} is no address of a server; write it with http:// or https://, as http://127.0.0.1:8000.",
        "de": "{url} ist keine Adresse eines Servers; schreibe sie mit http:// oder https://, wie http://127.0.0.1:8000.",
        "fi": "{url} ei ole palvelimen osoite; kirjoita se http- tai https-alkuisena, kuten http://127.0.0.1:8000.",
        "sv": "{url} är ingen serveradress; skriv den med http:// eller https://, som http://127.0.0.1:8000.",
    },
    "broken": {
        "en": "The connection to {url} failed: {reason}.",
        "de": "Die Verbindung mit {url} ist gescheitert: {reason}.",
        "fi": "Yhteys osoitteeseen {url} epäonnistui: {reason}.",
        "sv": "Anslutningen till {url} misslyckades: {reason}.",
    },
    "letters": {
        "en": "Keys and tokens have plain letters and digits; one of yours has other signs. Was it copied right?",
        "de": "Schlüssel und Token haben einfache Buchstaben und Ziffern; einer hat andere Zeichen. Ist er richtig kopiert?",
        "fi": "Avaimessa on vain tavallisia kirjaimia ja numeroita; jossakin on muita merkkejä. Kopioitko sen oikein?",
        "sv": "Nycklar har enkla bokstäver och siffror; en av dina har andra tecken. Är den rätt kopierad?",
    },
    "stranger": {
        "en": "{url} does not answer as Muster does. Is the address right?",
        "de": "{url} antwortet nicht wie Muster. Stimmt die Adresse?",
        "fi": "{url} ei vastaa niin kuin Muster. Onko osoite oikea?",
        "sv": "{url} svarar inte som Muster. Stämmer adressen?",
    },
    "refused": {
        "en": "{url} answered {status}.",
        "de": "{url} hat mit {status} geantwortet.",
        "fi": "{url} vastasi {status}.",
        "sv": "{url} svarade {status}.",
    },
}


def say(code: str, language: str, **values: object) -> str:
    """Return a sentence in a language, in English where there is none in it."""
    sentences = SENTENCES[code]
    return sentences.get(language, sentences["en"]).format(**values)
