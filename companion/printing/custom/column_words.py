"""Names of a card's parts in the languages people write, English first; languages are separated by semicolons."""

BY_LANGUAGE = {
    "title": "title, name, card, card name, card title, cardname; titel, name, karte, kartenname, kartentitel, "
    "bezeichnung, überschrift; titre, nom, carte, nom de la carte, nom de carte, titre de la carte; título, carta, "
    "nombre de la carta, nombre de carta; titolo, nome, nome carta, nome della carta; nome da carta; naam, titel van "
    "de kaart, kaart, kaartnaam; namn, kort, kortnamn; navn, kortnavn, korttitel; nimi, otsikko, kortin nimi; tytuł, "
    "nazwa, karta, nazwa karty; název, název karty, jméno, titulek; názov, názov karty, meno; cím, név, kártya, "
    "kártyanév, kártya neve; naslov, ime, naziv; titlu, nume, numele cărții; название, название карты, имя, "
    "заголовок, карта; назва, назва картки, ім'я; заглавие, име; τίτλος, όνομα, όνομα κάρτας; başlık, isim, kart adı; "
    "pavadinimas; nosaukums; pealkiri, kaardi nimi; heiti, nafn; nama, nama kartu, judul; tên, tên thẻ; ชื่อ, "
    "ชื่อการ์ด; 名前, カード名, タイトル; 名称, 卡名, 卡牌名称, 标题, 名稱, 卡牌名稱; 이름, 카드 이름, 카드명, 제목; "
    "الاسم, اسم البطاقة, العنوان; שם, שם הקלף, כותרת",
    "type": "type, type line, kind, category, subtitle, card type; typ, kartentyp, kategorie, untertitel; catégorie, "
    "sous-titre; tipo, categoría, subtítulo; categoria, sottotitolo; soort, categorie, ondertitel; kategori, "
    "undertitel; tyyppi; kategoria, rodzaj; druh; típus, fajta; vrsta; тип, категория, вид; категорія; τύπος; tür",
    "text": "text, rules, rules text, rule text, description, desc, effect, effects, effect text, ability, abilities, "
    "ability text, body text, card effect, card text; regeltext, regeln, beschreibung, effekt, wirkung, kartentext, "
    "fähigkeit; texte, règles, effet, capacité; texto, descripción, efecto, reglas, habilidad; testo, descrizione, "
    "effetto, regole, abilità; texto, descrição, efeito, regras; tekst, beschrijving, regels; beskrivning, regler, "
    "effekt; beskrivelse; teksti, kuvaus; opis, opis karty, zasady, efekt; popis, pravidla; szöveg, leírás, hatás; "
    "descriere; текст, описание, эффект, правила, свойство; опис, ефект; κείμενο, περιγραφή; metin, açıklama, etki; "
    "omschrijving; tekstas, aprašymas; apraksts, teksts; kirjeldus; texti, lýsing; deskripsi, teks; mô tả; ข้อความ, "
    "คำอธิบาย; テキスト, 説明, 効果; 文本, 描述, 说明, 效果, 說明, 文字; 텍스트, 설명, 효과; النص, الوصف; טקסט, תיאור",
    "symbol": "symbol, icon; symbole, icône; símbolo, icono; simbolo, icona; ícone; symbool, pictogram; ikon; symbol, "
    "ikona; символ, иконка, значок; simge",
    "picture": "picture, image, artwork, illustration, img, image file, picture file, art file; bild, bilddatei, "
    "grafik, abbildung, illustration; imagen, ilustración; immagine, illustrazione, figura; imagem, ilustração; "
    "afbeelding, plaatje, beeld; bilde, billede; kuva; obraz, obrazek, ilustracja, grafika; obrázek, obrázok; kép; "
    "slika; imagine; картинка, изображение, рисунок, иллюстрация; зображення, малюнок; εικόνα; resim, görsel",
    "back": "back, back picture, back image, reverse, card back; rückseite, kartenrücken, rückseitenbild; dos, verso; "
    "reverso, dorso; costas; achterkant, rugzijde; baksida; bagside; bakside; tył, rewers; hátlap; рубашка, оборот, "
    "обратная сторона",
    "copies": "copies, count, quantity, qty, amount, how many, number of copies, no of copies, no. of copies, num "
    "copies, copies per deck, copies in deck, quantity in deck, number in deck, count in deck; anzahl, anzahl karten, "
    "kartenanzahl, menge, stück, stückzahl, exemplare, kopien, häufigkeit; quantité, qté, exemplaires, copies, nb, "
    "nombre, nombre de copies, nombre d'exemplaires; cantidad, copias, ejemplares, nº de copias; quantità, copie, "
    "qtà, numero copie; quantidade, cópias, qtd; aantal, hoeveelheid, stuks, kopieën; antal, antal kopior, mängd; "
    "antall; määrä, kappaletta, kpl; ilość, ilość sztuk, liczba, liczba sztuk, sztuk, liczba kopii, kopie; počet, "
    "počet kusů, počet kopií, množství, kusů; mennyiség, darab, darabszám; količina, broj; cantitate, număr; "
    "количество, кол-во, число, копий, штук; кількість; ποσότητα; adet, miktar; kiekis; skaits; kogus, arv; fjöldi; "
    "jumlah; số lượng; จำนวน; 枚数; 数量, 张数, 數量, 張數; 수량, 매수, 장수; العدد, الكمية; כמות, מספר עותקים",
    "deck": "deck, set, deck name; stapel, kartenstapel; paquet, pioche; mazo, baraja; mazzo; baralho; stapel; "
    "kortlek; kortstokk; pakka; talia; balíček; pakli; špil; колода; deste",
    "stats": "stats, stat",
}
