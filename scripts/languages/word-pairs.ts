/**
 * Words of shops, for each language: pairs that mean the same search (singular and plural), and pairs that look alike and
 * mean different things. Written by hand, without looking at what the rules make of them.
 */
export type WordPairs = { readonly merge: string; readonly apart: string };

export const wordPairs: Readonly<Record<string, WordPairs>> = {
  en: {
    merge:
      'shoe shoes, dress dresses, battery batteries, scarf scarves, watch watches, knife knives, box boxes, hoodie hoodies, woman women, glass glasses, lamp lamps, lens lenses, toy toys, brush brushes, shelf shelves',
    apart:
      'glove globe, boot boat, skirt shirt, cable table, ring string, news new, canvas can, bus bust, jean jelly, organ organic, universe university, sand sandal, wall wallet, desk disk',
  },
  de: {
    merge:
      'Schuh Schuhe, Tasche Taschen, Kleid Kleider, Stuhl Stühle, Uhr Uhren, Hose Hosen, Lampe Lampen, Hemd Hemden, Bild Bilder, Tisch Tische, Jacke Jacken, Ring Ringe, Kissen Kissen, Schrank Schränke, Rock Röcke',
    apart:
      'Tasche Tisch, Kanne Kante, Kiste Kissen, Decke Deckel, Haus Hase, Bett Beet, Hut Haut, Kette Kabel, Schal Schale, Bank Band, Stiefel Stift, Tasse Tasche, Leder Leiter, Mantel Mandel',
  },
  fr: {
    merge:
      'chaussure chaussures, sac sacs, chapeau chapeaux, bijou bijoux, robe robes, lampe lampes, chemise chemises, montre montres, table tables, rideau rideaux, veste vestes, jupe jupes, chaise chaises, pantalon pantalons',
    apart:
      'robe robot, lit livre, chat chaise, tapis tape, sac sachet, bois boisson, verre vert, manteau manche, pull pulvérisateur, bague bagage, jeu jeune, port porte, vase vis, gant gamme',
  },
  es: {
    merge:
      'zapato zapatos, vestido vestidos, camisa camisas, pantalón pantalones, luz luces, reloj relojes, bolso bolsos, mesa mesas, silla sillas, collar collares, mujer mujeres, lámpara lámparas, sofá sofás, falda faldas',
    apart:
      'bolso bolsa, casa caso, gafa gas, mesa mes, silla sello, papel papa, reloj regalo, cama camisa, vaso vara, manta manto, puerta puerto, libro libra, tarta tarjeta, cinta cinto',
  },
  it: {
    merge:
      'scarpa scarpe, borsa borse, vestito vestiti, orologio orologi, maglione maglioni, stivale stivali, tacco tacchi, giacca giacche, tavolo tavoli, sedia sedie, lampada lampade, anello anelli, cappello cappelli, gonna gonne',
    apart:
      'borsa borsello, cappello capello, porta porto, mela melo, casa caso, foglia foglio, tavolo tavola, letto latte, scala scalo, palla pallone, pizza pezzo, carta carne, cassa cassetto, gonna gomma',
  },
  pt: {
    merge:
      'sapato sapatos, vestido vestidos, bolsa bolsas, calção calções, mulher mulheres, anel anéis, azul azuis, homem homens, relógio relógios, mesa mesas, cadeira cadeiras, botão botões, colar colares, camisa camisas, casaco casacos',
    apart:
      'bolsa bolso, casa caso, mesa mês, saia saída, cama camisa, porta porto, cinta cinto, tapete tapa, vela velo, copo copa, meia meio, prato prata, livro livre, banho banha',
  },
  nl: {
    merge:
      'schoen schoenen, tas tassen, jurk jurken, broek broeken, lamp lampen, stoel stoelen, tafel tafels, horloge horloges, laars laarzen, kussen kussens, hemd hemden, rok rokken, bed bedden, vaas vazen, ring ringen',
    apart:
      'tas tasje, kussen kus, glas glad, laken lak, jas jasmijn, riem rem, pan pen, bank band, deken dek, bord boord, kast kas, doos dop, hoed hoes, broek broer',
  },
  sv: {
    merge:
      'klocka klockor, väska väskor, jacka jackor, tröja tröjor, byxa byxor, stol stolar, hatt hattar, ring ringar, stövel stövlar, telefon telefoner, kamera kameror, skjorta skjortor, spegel speglar, lampa lampor, sko skor',
    apart:
      'sko skog, dator data, motor mota, hatt hat, stol stor, väska väst, bord borr, kopp koppar, lampa lamm, säng sång, matta mat, kudde kula, vas vask, ring rem',
  },
  da: {
    merge:
      'kjole kjoler, taske tasker, lampe lamper, jakke jakker, trøje trøjer, støvle støvler, telefon telefoner, stol stole, ring ringe, skjorte skjorter, bluse bluser, seng senge, bukse bukser, pude puder, spejl spejle',
    apart:
      'hal hale, kop koppel, bord borg, stol storm, sko skov, ring ris, vin vind, taske tasse, pude pudder, hat had, seng sang, glas glasur, bil billet, lys lyst',
  },
  nb: {
    merge:
      'kjole kjoler, veske vesker, lampe lamper, jakke jakker, bukse bukser, stol stoler, ring ringer, telefon telefoner, klokke klokker, skjorte skjorter, støvel støvler, genser gensere, pute puter, bluse bluser, speil speil',
    apart:
      'hall hale, kopp kobber, bord borg, stol storm, sko skog, ring ris, vin vind, veske vest, pute pudder, hatt had, seng sang, glass glasur, bil billett, lys lyst',
  },
  fi: {
    merge:
      'tuoli tuolit, kello kellot, kirja kirjat, sohva sohvat, sormus sormukset, puhelin puhelimet, laukku laukut, mekko mekot, takki takit, kenkä kengät, lamppu lamput, hattu hatut, paita paidat, pöytä pöydät, kamera kamerat',
    apart:
      'matto mato, kukka kuka, tuli tuuli, laukku laukka, kello kelo, sukka suka, kirja kirje, lasi laski, vyö voi, takki takka, huivi huvi, sormus sormi, peili peli, matka matto',
  },
  hu: {
    merge:
      'táska táskák, cipő cipők, ruha ruhák, nadrág nadrágok, szék székek, lámpa lámpák, óra órák, ing ingek, kabát kabátok, gyűrű gyűrűk, asztal asztalok, könyv könyvek, szoknya szoknyák, kalap kalapok, csizma csizmák',
    apart:
      'táska táska-tartó, óra orr, ing ingyen, kalap kalapács, szék szél, ajándék ajándékoz, kabát kaba, cipő cipó, ágy agy, kés késő, pohár por, tükör tűk, párna pár, gyerek gyer',
  },
  tr: {
    merge:
      'ayakkabı ayakkabılar, elbise elbiseler, çanta çantalar, lamba lambalar, sandalye sandalyeler, masa masalar, gömlek gömlekler, saat saatler, yüzük yüzükler, ceket ceketler, etek etekler, şapka şapkalar, kitap kitaplar, yatak yataklar',
    apart:
      'elbise elma, çanta çan, masa masal, saat saç, etek et, kitap kilit, yatak yat, şapka şap, bardak bar, halı halat, dolap dolar, kolye kol, ayna ay, perde per',
  },
  cs: {
    merge:
      'bota boty, kabelka kabelky, lampa lampy, stůl stoly, prsten prsteny, kabát kabáty, svetr svetry, klobouk klobouky, kniha knihy, taška tašky, bunda bundy, postel postele, telefon telefony, váza vázy, sukně sukně',
    apart:
      'bota boty-krém, kniha knír, lampa lampion, stůl stan, prsten prsty, taška tatra, hrnek hrnec, kabát kabel, deka deska, postel post, bunda buben, šaty šátek, košile koš, pás pes',
  },
  sk: {
    merge:
      'topánka topánky, kabelka kabelky, lampa lampy, stôl stoly, prsteň prstene, kabát kabáty, sveter svetre, klobúk klobúky, kniha knihy, taška tašky, bunda bundy, posteľ postele, telefón telefóny, váza vázy, hodina hodiny',
    apart:
      'kniha kňaz, lampa lampión, stôl stan, prsteň prst, hrnček hrniec, kabát kábel, deka doska, posteľ pošta, bunda bubon, šaty šál, košeľa kôš, pás pes, taška tanec, sukňa suk',
  },
  pl: {
    merge:
      'but buty, torebka torebki, sukienka sukienki, lampa lampy, krzesło krzesła, koszula koszule, zegarek zegarki, kurtka kurtki, kapelusz kapelusze, książka książki, dywan dywany, szalik szaliki, plecak plecaki, telefon telefony, pierścionek pierścionki',
    apart:
      'but butelka, koszula kosz, stół stołek, pas pasek, kurtka kura, lampa lampart, łóżko łódka, kubek kubeł, szalik szal, zegar zegarek, spodnie spód, kapelusz kapela, rower rów, mata matka',
  },
  ro: {
    merge:
      'pantof pantofi, scaun scaune, bluză bluze, fustă fuste, inel inele, ceas ceasuri, palton paltoane, pantalon pantaloni, telefon telefoane, covor covoare, rucsac rucsacuri, cizmă cizme, rochie rochii, cameră camere, perdea perdele',
    apart:
      'pat pată, masă mască, carte cartof, ceas ceai, inel inimă, rochie rocă, covor cover, cană cal, geantă geam, pantof pantă, lampă lapte, bluză blug, scaun scară, fustă fus',
  },
  ru: {
    merge:
      'сумка сумки, лампа лампы, стол столы, рубашка рубашки, кольцо кольца, куртка куртки, юбка юбки, шапка шапки, книга книги, кровать кровати, ваза вазы, телефон телефоны, рюкзак рюкзаки, платье платья, диван диваны',
    apart:
      'банк банка, угол уголь, стол столб, юбка юла, кольцо колье, сумка сума, шапка шапито, лампа лампада, куртка курица, книга князь, ваза вазон, чашка чаша, диван дива, рубашка рубль',
  },
  uk: {
    merge:
      'сумка сумки, лампа лампи, стіл столи, сорочка сорочки, каблучка каблучки, куртка куртки, спідниця спідниці, шапка шапки, книга книги, ваза вази, телефон телефони, рюкзак рюкзаки, сукня сукні, диван дивани, светр светри',
    apart:
      'банк банка, сорочка сорока, лампа лампада, куртка курка, книга князь, ваза вазон, чашка чаша, диван диво, сумка сума, шапка шапіто, сукня сук, каблучка каблук, светр свет, рюкзак рюмка',
  },
  el: {
    merge:
      'παπούτσι παπούτσια, τσάντα τσάντες, φόρεμα φορέματα, λάμπα λάμπες, καρέκλα καρέκλες, τραπέζι τραπέζια, πουκάμισο πουκάμισα, παντελόνι παντελόνια, φούστα φούστες, καπέλο καπέλα, βιβλίο βιβλία, κρεβάτι κρεβάτια, ζώνη ζώνες, μπλούζα μπλούζες, τηλέφωνο τηλέφωνα',
    apart:
      'τσάντα τσάι, λάμπα λαμπάδα, τραπέζι τράπεζα, καπέλο καπνός, ζώνη ζώο, βάζο βάση, φούστα φούρνος, παντελόνι παντόφλα, καρέκλα καρέ, ρολόι ρόλος, χαλί χάλκινο, μπλούζα μπλε, πουκάμισο πούδρα, βιβλίο βίντεο',
  },
  ca: {
    merge:
      'sabata sabates, vestit vestits, bossa bosses, cadira cadires, taula taules, camisa camises, rellotge rellotges, anell anells, jaqueta jaquetes, pantaló pantalons, barret barrets, llibre llibres, llit llits, catifa catifes, butaca butaques',
    apart:
      'bossa bosc, casa cas, taula tall, porta port, llum lluna, anell any, camisa camió, llibre lliure, barret barra, llit llet, gerro gerra, vestit vestíbul, copa cop, manta mantó',
  },
};
