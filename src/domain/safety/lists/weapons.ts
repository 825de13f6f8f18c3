export const weaponWords = {
  en: `handgun* hand_gun* assault_rifle* sniper_rifle* machine_gun* machinegun* submachine* ghost_gun* printed_gun*
    gun_silencer* pistol_silencer* rifle_silencer* hand_grenade* pipe_bomb* nail_bomb* car_bomb* dirty_bomb* petrol_bomb*
    fertilizer_bomb* fertiliser_bomb* bomb_making bomb_recipe* bomb_instruct* molotov* molotow* napalm* semtex*
    nitroglyc* nitroglic* tatp thermite* detonator* explosive_device* explosives homemade_explos* plastic_explos*
    c4_explos* ammonium_nitrate brass_knuckle* knuckle_duster* knuckleduster* switchblade* flick_knife* flick_knives
    butterfly_knife butterfly_knives ak47 ak_47 ar15 ar_15 kalashnikov* glock firearm* ammunition live_ammo live_rounds
    gun_for_sale guns_for_sale nerve_gas ricin sarin_gas`,
  de: `handgranate* sprengstoff* rohrbombe* bombenbau* sturmgewehr* maschinengewehr* maschinenpistole* schlagring*
    butterflymesser* springmesser* munition_kaufen scharfe_munition scharfe_pistole* scharfe_waffe* schusswaffe*
    feuerwaffe* brandbombe* bombenanleit* wurfstern*`,
  fr: `bombe_artisan* fusil_dassaut fusils_dassaut kalachnikov* mitraillette* mitrailleuse* poing_américain*
    poings_américain* arme_à_feu armes_à_feu grenade_milit* grenade_à_main explosif explosifs silencieux_pistol*
    bombe_maison`,
  es: `bomba_casera granada_de_mano explosivos fusil_de_asalto ametrallador* puño_americano arma_de_fuego armas_de_fuego`,
  it: `bomba_artigian* esplosivi mitragliatric* tirapugni fucile_dassalto bomba_a_mano`,
  pt: `bomba_caseira metralhadora* arma_de_fogo armas_de_fogo`,
  nl: `handgranaat handgranaten explosieven boksbeugel* vuurwapen* machinegeweer*`,
  sv: `handgranat* sprängämne* sprängmedel* kulspruta* skjutvapen* knogjärn*`,
  da: `håndgranat* sprængstof* skydevåben*`,
  nb: `sprengstoff* skytevåpen* maskingevær*`,
  fi: `käsikranaatti* räjähdysain* räjähteet konekivääri* ampuma_ase*`,
  hu: `csőbomb* robbanószer* robbanóany* kézigránát* gépfegyver* géppisztoly* gépkarabély* lőszer* éles_pisztoly*
    éles_fegyver* házi_bomb* pokolgép* lőfegyver* rugós_kés boxer_ököl bokszer_ököl`,
  tr: `el_bombası patlayıcı* makineli_tüfek* ateşli_silah*`,
  cs: `výbušnin* třaskavin* ruční_granát* samopal* kulomet* boxer_na_ruku trubková_bomb* útočná_pušk*
    ostré_náboj* střeliv* střelná_zbra* vystřelovací_nůž`,
  sk: `výbušn* ručný_granát* guľomet* strelná_zbra*`,
  pl: `materiały_wybuch* granat_ręczn* karabin_masz* broń_paln* amunicj* kastet*`,
  ro: `grenadă_de_mână exploziv* mitralier* armă_de_foc`,
  ru: `взрывчатк* взрывчат* граната_боев* автомат_калаш* пулемет* кастет* огнестрел*`,
  uk: `вибухівк* кулемет* вогнепальн*`,
  el: `εκρηκτικ* χειροβομβίδ* πολυβόλ*`,
};

/** Refused beside a word for making. Bath bombs and their like are harmless phrases. */
export const explosiveWords = {
  en: `bomb bombs bombing explosive* grenade* gunpowder dynamite fuse_bomb poison_gas`,
  de: `bombe bomben* granate granaten zünder schwarzpulver dynamit`,
  fr: `bombe bombes explosi*`,
  es: `bomba bombas explosiv*`,
  nl: `bom bommen`,
  sv: `bomb bomber@sv`,
  fi: `pommi* pommin`,
  hu: `bomba bombát bombák robban*`,
  tr: `bombası`,
  cs: `bomba bombu bomby`,
  pl: `bombę`,
  ro: `bombă`,
  ru: `бомб* взрыв*`,
  uk: `бомб* вибух*`,
  el: `βόμβ*`,
};
export const makingWords = {
  en: `make making build building construct constructing recipe* instruction* homemade how_to assemble blueprint*`,
  de: `bauen bau herstell* basteln anleitung* selber_mach* selbst_mach* rezept*`,
  fr: `fabriqu* fabricat* construire recette* maison artisan* comment_faire`,
  es: `hacer fabricar construir casera receta*`,
  it: `costruire fare fabbricare come_si_fa`,
  pt: `fazer construir`,
  ca: `fer com_fer`,
  nl: `maken bouwen`,
  sv: `tillverk* göra bygga`,
  da: `lave bygge`,
  nb: `lage`,
  fi: `valmist* tehdä rakenta*`,
  hu: `készít* csinál* gyárt* építeni házilag recept*`,
  tr: `yapım* yapmak yapılır nasıl_yap*`,
  cs: `vyrob* výrob* udělat postavit sestrojit návod*`,
  sk: `vyrobiť urobiť`,
  pl: `zrobić zbudować zrobi* konstru*`,
  ro: `face fac construi*`,
  ru: `сделать сдела* изготов*`,
  uk: `зробити зроби* виготов*`,
  el: `φτιάξ* φτιάχν* κατασκευ*`,
};

/** Guns are refused beside words that speak of a real one. */
export const gunWords = {
  en: `gun guns pistol pistols rifle rifles revolver revolvers weapon weapons ammo`,
  de: `pistole pistolen waffe waffen gewehr gewehre revolver munition`,
  fr: `pistolet pistolets fusil fusils arme armes`,
  es: `pistola pistolas fusil armas`,
  hu: `pisztoly* fegyver* puska puskát revolver*`,
  cs: `pistole pistoli zbraň zbraně pušk* revolver*`,
  pl: `pistolet* broń karabin*`,
  ru: `пистолет* оружи* винтовк*`,
};
export const gunContexts = {
  en: `buy buying real loaded untraceable illegal* unregistered unlicensed without_licen* no_licen* without_permit black_market silenced silencer
    3d_printed 9mm shoot_people`,
  de: `ohne_waffenschein ohne_schein illegal* scharf scharfe echte schwarzmarkt unregistriert*`,
  fr: `sans_permis sans_licence illégal* marché_noir silencieux vraie vrai réel*`,
  es: `sin_licencia sin_permiso ilegal*`,
  hu: `engedély_nélkül* éles illegális* feketepiac*`,
  cs: `bez_zbroj* bez_povolení ostrá ostré nelegáln* černý_trh`,
  pl: `bez_pozwol* nielegaln* ostra`,
  ru: `боевой боевое без_лиценз* купить_настоящ* нелегальн*`,
};
