"""Letters that languages have besides a to z, most frequent first: evidence for the encoding of a text."""

WESTERN = {
    "German": "üäöß",
    "French": "éèàêçùâîôûœïëæ",
    "Spanish": "óíáéñúü",
    "Italian": "èàùòìé",
    "Portuguese": "ãçáéõíóêâúàô",
    "Swedish": "äåöé",
    "Danish": "øåæé",
    "Dutch": "ëéïöüè",
    "Icelandic": "íáðéþæöúóý",
    "Catalan": "àóéèíçòúïü",
    "Estonian": "äõüö",
}
CENTRAL = {
    "Polish": "łążęśćóńź",
    "Czech": "íáěýéřčžšůúťďňó",
    "Slovak": "áíčéýžúšľťôďňóĺŕä",
    "Hungarian": "áéöóőüíúű",
    "Romanian": "ăîâşţșț",
    "Croatian": "čšžćđ",
}
CYRILLIC = {
    "Russian": "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
    "Ukrainian": "оаинтевірслкмдпузьбгчяйхжцюєїшщфґ",
    "Bulgarian": "аиоетнрсвлкпмдъзгбуяцчшйщжхфюь",
    "Serbian": "аиоеншртсјквлпмдузгбцљњчжћхђшфџ",
}
GREEK = {"Greek": "αοιετσνηυρπκμλςωδγχθφβξζψάόίέήύώϊΐϋΰ"}
TURKISH = {"Turkish": "ıüşğçöiâî"}
BALTIC = {"Lithuanian": "ėšžąįųūčę", "Latvian": "āīēšūņļžčģķ"}
ENDING_ONLY = frozenset(("Italian",))
"""Languages whose letters with an accent stand at the end of a word."""
