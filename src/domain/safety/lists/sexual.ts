/** Sexual content. A shop that sells what a word names may suggest it. */
export const sexualWords = {
  en: `sex* *sex *porn* pron hentai* *hentai xxx xxxvideo* nsfw nude nudes nudity naked topless erotic* fetish* orgasm* orgy
    orgies masturbat* blowjob* blow_job* handjob* hand_job* dildo* buttplug* butt_plug* anal anal_plug* fleshlight* horny
    milf milfs incest* rape raped raping rapist* gangbang* creampie* cumshot* cum_shot* cum bdsm bondage* striptease*
    upskirt* boobs boobies big_tits titties clit clitoris* vagina* penis penises pussy pussies cock cocks cocksuck*
    deepthroat* voyeur* threesome* cuckold* camgirl* cam_girl* peepshow* kamasutra* fellatio* cunniling* rimjob* jerk_off
    jerking_off wank* adult_toy* adult_video* adult_movie* strap_on_dildo* vibrator* gloryhole* glory_hole* onlyfans* ejaculat* sodomy
    molest* nudist* bestiality`,
  de: `nackt nackte nackter nacktes nackten nacktbild* nacktfoto* nacktvideo* nacktaufnahm* fick ficken ficke fickt ficker
    gefickt fickfilm* fickvideo* fickfrosch* arschfick* wichs* gewichst fotze* titten* dicke_möpse muschi_leck*
    nasse_muschi* muschis schwanz_lutsch* schwanzlutsch* schwanz_blasen geile_weib* geile_frau* geile_mädchen
    geile_schlamp* geile_mutt* bumsen* erotik* erotisch* oralverkehr* analverkehr* geschlechtsverkehr* vergewaltig*
    swinger* selbstbefriedig*`,
  fr: `seins_nus baise baiser_gratuit* baiseuse* femme_nue femmes_nues homme_nu hommes_nus cul_nu sodomi* fellation* branlette*
    branler partouz* gode godes godemich* chatte_poil* chatte_mouill* chatte_nue chatte_ras* gros_seins gros_nichon*
    nichons grosse_bite éjacul* érotiq* érotis* film_x films_x vidéo_x vidéos_x libertin* échangis* suceuse* pipe_gratuite
    plan_cul plan_q levrette`,
  es: `follar follando follada* desnudas desnudos mujeres_desnud* tetas tetona* mamada* consolador* orgía* erótic* pajas
    polla pollas coño@es violación`,
  it: `sesso sessual* scopare scopata scopate tette tettone pompino pompini donne_nude ragazze_nude orgia orge inculare
    inculat* erotic* stupro stupri`,
  pt: `foder fodendo fodid* buceta* boceta* xoxota* punheta* boquete* siririca* mulher_pelada mulheres_nuas estupro*`,
  ca: `dones_nues`,
  nl: `seks* neuken* neukt geneukt naakte_vrouw* kutje* tieten erotisch* pijpbeurt* aftrekken verkracht*`,
  sv: `knulla knullar knull porr porrfilm* porrbild* porrtidn* runka runkar nakna_kvinn* våldtäkt*`,
  da: `kneppe kneppet kneppe* nøgne_kvinder liderlig* voldtægt*`,
  nb: `knulle knuller pupper nakne_damer nakne_kvinner voldtekt*`,
  fi: `seksi* pillu pillut kyrpä* mulkku* tissit runkku* porno* alastomat_nais* raiskaus*`,
  hu: `szex* *szex pornó* baszás* baszós* baszik baszni baszol* baszom* megbasz* kibasz* dugás dugni csöcs* szopás*
    leszop* szopik szopni szopat* fasz faszok faszom faszt faszver* lófasz* punci puncik puncit pinanyal* műpénisz* pénisz
    péniszek maszturb* orális_kiel* orális_kény* anális* kielégülés* erotik* meztelen meztelenül meztelen_nő* aktfotó*
    orgia orgiák sztriptíz* recsk* kefélés vibrátor* orgazm* megerőszak*`,
  tr: `sikiş* sikmek sikişme* yarrak yarak amcık* çıplak_kadın* çıplak mastürb* orgazm* azgın tecavüz*`,
  cs: `šukání šukat šukám šoustat šoustání mrd* kunda kundy kundu kundič* honit_pták* honění_pták* kouřit_pták*
    velké_kozy velký_kozy prsatá prsaté nahé_fot* nahé_obráz* nahé_holk* nahé_žen* nahá_žen* nazí_muži anální* erotick* vagín* masturb* orgasm* dildo*
    soulož* jebat jebán* vibrátor* znásiln*`,
  sk: `jebat jebať jebanie jebnut* jebať* súlož* cecky nahé_žen*`,
  pl: `ruchan* ruchać jebać jeban* cipka cipki cycki pieprzyć nagie_kobiet* erotyczn* gwałt*`,
  ro: `futut* futai fute pizdă@ro pizd* muie țâțe erotic*`,
  ru: `секс* порно* порнух* трахат* трахн* ебат* ебан* ебл* хуй хуе* пизд* минет* дрочи* эротик* эротич* вагин* сиськ*
    мастурб* оргазм* голые_женщ* голые_дев* изнасил*`,
  uk: `єбат* їбат* єбан* еротик* еротич* голі_жінк* зґвалт*`,
  el: `σεξ* πορν* γαμω γαμωτ* γαμησ* γαμημ* μουνι* πουτσ* καβλ* καυλ* ερωτικά_παιχν* γυμνές_γυν* βιασμ*`,
};

/** Sexual services. */
export const serviceWords = {
  en: `escort escorts escortgirl* call_girl* callgirl* hooker hookers prostitut* brothel* whorehouse* happy_ending_mass*
    massage_happy_end* massage_parlo* massage_with_happy_end* happy_end_mass* sensual_massage* tantric_mass* tantra_mass* body_rub*
    sugar_daddy sugar_daddies male_stripper* female_stripper* strip_club* strippers_for hire_stripper* rent_a_stripper rent_boy* rentboy*`,
  de: `*nutte *nutten puff_in puff_besuch* nutte nutten nuttig* hure huren hobbyhure* hobbynutte* bordell* escortdame* escortservice* escortgirl*
    straßenstrich* prostituiert* freudenhaus* laufhaus laufhäuser tantramass* mit_happy_end lovehotel* stundenhotel*`,
  fr: `pute putes prostitu* bordel bordels maison_close maisons_closes péripatétic* tapin*`,
  es: `puta putas prostitut* ramera* burdel* prepago_chicas`,
  it: `puttan* prostitut* zoccola zoccole squillo`,
  pt: `garota_de_programa garotas_de_programa acompanhante_de_luxo`,
  ca: `bordell*`,
  nl: `hoer hoeren hoertje* prostituee* bordeel*`,
  sv: `horor hora@sv prostituera* luder`,
  da: `ludere prostituered* bordel@da`,
  nb: `hore horer`,
  fi: `huora* huorat* ilotalo* prostituoi*`,
  hu: `kurva kurvá* kurvák* ribanc* szajh* örömlán* bordély* kéjnő* kupleráj* lotyó escortos* escortlány* prostituál* alkalmi_szex`,
  tr: `fahişe* orospu* kaltak*`,
  cs: `kurva kurvy kurvo kurvou kurev děvka děvky děvek šlapka šlapky šlapek prostitut* nevěstin* eskort*`,
  sk: `šľapk* prostitút* štetka@sk`,
  pl: `kurw* prostytut* dziwk* burdel*`,
  ro: `curvă@ro curve@ro curve_ieft* prostituat* târf*`,
  ru: `проститутк* шлюх* бордел* путан*`,
  uk: `повія повії повій* проститутк* бордел*`,
  el: `πόρν* ιερόδουλ* πουτάν*`,
};
