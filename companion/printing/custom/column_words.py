"""Names of a card's parts in the languages people write, English first; languages are separated by semicolons."""

BY_LANGUAGE = {
    "title": "title, name, card, card name, card title; titel, name, karte, kartenname, kartentitel, bezeichnung, "
    "überschrift; titre, nom, carte, nom de la carte; título, carta; titolo, nome, nome carta; naam, "
    "kaart, kaartnaam; namn, kort, kortnamn; navn, korttitel; nimi, otsikko; tytuł, nazwa, karta; název, "
    "jméno, titulek; názov, meno; cím, név, kártya; naslov, ime; titlu, nume; название, имя, заголовок, "
    "карта; назва, ім'я; заглавие, име; τίτλος, όνομα; başlık, isim, kart adı",
    "type": "type, type line, kind, category, subtitle, card type; typ, kartentyp, kategorie, untertitel; "
    "catégorie, sous-titre; tipo, categoría, subtítulo; categoria, sottotitolo; soort, categorie, "
    "ondertitel; kategori, undertitel; tyyppi; kategoria, rodzaj; druh; típus, fajta; vrsta; тип, "
    "категория, вид; категорія; τύπος; tür",
    "text": "text, rules, rules text, rule text, description, effect, ability, card text; regeltext, regeln, "
    "beschreibung, effekt, wirkung, kartentext, fähigkeit; texte, règles, effet, capacité; texto, "
    "descripción, efecto, reglas, habilidad; testo, descrizione, effetto, regole, abilità; texto, "
    "descrição, efeito, regras; tekst, beschrijving, regels; beskrivning, regler, effekt; beskrivelse; "
    "teksti, kuvaus; opis, zasady, efekt; popis, pravidla; szöveg, leírás, hatás; descriere; текст, "
    "описание, эффект, правила, свойство; опис, ефект; κείμενο, περιγραφή; metin, açıklama, etki",
    "symbol": "symbol, icon; symbole, icône; símbolo, icono; simbolo, icona; ícone; symbool, pictogram; ikon; "
    "symbol, ikona; символ, иконка, значок; simge",
    "picture": "picture, image, artwork, illustration, img, image file, picture file, art file; bild, bilddatei, "
    "grafik, abbildung, illustration; imagen, ilustración; immagine, illustrazione, figura; imagem, "
    "ilustração; afbeelding, plaatje, beeld; bilde, billede; kuva; obraz, obrazek, ilustracja, grafika; "
    "obrázek, obrázok; kép; slika; imagine; картинка, изображение, рисунок, иллюстрация; зображення, "
    "малюнок; εικόνα; resim, görsel",
    "back": "back, back picture, back image, reverse, card back; rückseite, kartenrücken, rückseitenbild; dos, "
    "verso; reverso, dorso; costas; achterkant, rugzijde; baksida; bagside; bakside; tył, rewers; hátlap; "
    "рубашка, оборот, обратная сторона",
    "copies": "copies, count, quantity, qty, amount, how many, number of copies, copies per deck; anzahl, menge, "
    "stück, stückzahl, exemplare, kopien, häufigkeit; quantité, qté, exemplaires, copies, nb, nombre de "
    "copies, nombre d'exemplaires; cantidad, copias, ejemplares, nº de copias; quantità, copie, qtà, "
    "numero copie; quantidade, cópias, qtd; aantal, hoeveelheid, kopieën; antal, antal kopior, mängd; "
    "antall; määrä, kappaletta, kpl; ilość, liczba, sztuk, liczba kopii, kopie; počet, množství, kusů; "
    "mennyiség, darab; količina, broj; cantitate; количество, кол-во, число, копий, штук; кількість; "
    "ποσότητα; adet, miktar",
    "deck": "deck, set, deck name; stapel, kartenstapel; paquet, pioche; mazo, baraja; mazzo; baralho; stapel; "
    "kortlek; kortstokk; pakka; talia; balíček; pakli; špil; колода; deste",
    "stats": "stats, stat",
}
