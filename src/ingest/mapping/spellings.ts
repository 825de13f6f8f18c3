const splitWords = (list: string): readonly string[] => list.split(/\s+/).filter(Boolean);

/**
 * Roles: fields that every product has under the same name, and what feeds call them. The first spelling that
 * a feed has is used, so English and the names of well-known formats come before other languages (de fr es it
 * nl hu cs pl ro tr). Compared without case, accents, separators and Google's `g:`.
 */
export const spellings = {
  identifier: splitWords(`
    identifier id productid sku itemid code articlenumber productcode
    artikelnummer artikelnr produktid produktnummer referenceproduit identifiant idproduit codigoproducto
    codiceprodotto artikelcode azonosito termekazonosito cikkszam kodproduktu idproduktu codprodus urunkodu stokkodu
  `),
  displayText: splitWords(`
    displaytext name title productname displayname
    produktname bezeichnung artikelbezeichnung produkttitel titel nomproduit nom titre nombreproducto nombre titulo
    nomeprodotto nome titolo productnaam naam nev termeknev megnevezes nazevproduktu nazev nazwaproduktu nazwa
    numeprodus denumire nume urunadi
  `),
  url: splitWords(`
    url link producturl pageurl weburl href deeplink
    produkturl produktlink urlproduit lienproduit lien urlproducto enlace urlprodotto termekurl termeklink
    urlproduktu odkaz linkprodus urunlinki urunurl
  `),
  price: splitWords(`
    price currentprice unitprice pricevalue price.value price.amount pricevat
    preis bruttopreis verkaufspreis prix prixttc precio prezzo prijs ar bruttoar eladasiar cenasdph cena cenabrutto
    pret fiyat satisfiyati
  `),
  oldPrice: splitWords(`
    oldprice listprice regularprice wasprice originalprice compareatprice strikeprice pricebefore rrp msrp
    streichpreis alterpreis uvp ancienprix prixbarre precioanterior prezzoprecedente vanprijs
    regiar eredetiar listaar puvodnicena staracena pretvechi eskifiyat listefiyati
  `),
  currency: splitWords(`
    currency currencycode pricecurrency price.currency
    waehrung wahrung devise moneda valuta penznem mena waluta parabirimi
  `),
  imageUrl: splitWords(`
    imageurl imagelink image image.url image.src picture pictureurl img imgurl images images[].url images[].src
    pictures mainimage baseimage thumbnail
    bildurl bildlink bild produktbild urlimage imageproduit imagen urlimagen immagine afbeelding
    kepurl keplink kep termekkep obrazekurl obrazek zdjecie imagine resim resimurl
  `),
  category: splitWords(`
    category categorypath categories categories[].name categorytext producttype googleproductcategory
    kategorie kategoriepfad warengruppe categorie categoria kategoria kategoriak kategori
  `),
  brand: splitWords(`
    brand brand.name brandname manufacturer vendor make
    marke hersteller marque fabricant marca fabricante produttore merk marka gyarto znacka vyrobce producent
    producator uretici
  `),
  available: splitWords(`
    available availability isavailable instock stock quantity qty stockquantity
    verfugbarkeit verfuegbarkeit verfugbar lagerbestand bestand disponibilite disponibilidad disponibilita
    beschikbaarheid voorraad elerhetoseg keszlet raktarkeszlet raktaron dostupnost skladem dostepnosc
    stanmagazynowy disponibilitate stoc stok stokadedi
  `),
  groupId: splitWords(`
    groupid itemgroupid parentid parentsku masterid modelgroup csoportazonosito
  `),
} as const;
