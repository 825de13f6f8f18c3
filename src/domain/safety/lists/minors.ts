/** Refused alone: they are not used for what shops sell to children. */
export const minorsAlone = {
  en: `preteen* pre_teen* preeteen* underage* under_age jailbait* *pedophil* *paedophil* pedo pedos pedobear paedo
    paedos lolicon* shotacon* nymphet* prepubesc* prepubert* pubescent barely_legal childporn* kidporn* kiddieporn* pthc
    nambla csam child_nud* child_erotic* junior_nud* kid_nud* kids_nud* minor_attracted`,
  de: `minderjährig* vorpubertär* präpubertär* pädophil* kinderfkk* kinder_fkk fkk_kinder* kindernackt* kindernudis*
    kindersex* babysex* lolitasex* teeniesex* teensex* kinderprostit*`,
  fr: `mineures fille_mineure filles_mineures impubère* prépubère* préadolescent* pédophil* pédoporn* pédocrimin*`,
  es: `menor_de_edad menores_de_edad preadolescent* prepúber* impúber* pederast* pedofil*`,
  it: `minorenn* prepuber* pedofil* pedoporn*`,
  pt: `menor_de_idade menores_de_idade`,
  ca: `menor_dedat menors_dedat`,
  nl: `minderjarig* pedofiel*`,
  sv: `minderårig* underårig* barnporr*`,
  da: `mindreårig* pædofil*`,
  fi: `alaikäis* alaikäin* pedofiil*`,
  hu: `kiskorú* fiatalkorú* serdületlen*`,
  tr: `reşit_olma* yaşı_küçük_kız* sübyan*`,
  cs: `nezletil* nedospěl* předpubert* lolitk* lolitek`,
  sk: `malolet* neplnolet* nedospel*`,
  pl: `nieletni* małoletni*`,
  ro: `fete_minore fată_minoră minoră@ro`,
  ru: `несовершеннолетн* малолетк* малолетн* малолеток педофил*`,
  uk: `неповнолітн* малолітк* малолітн* педофіл*`,
  el: `ανήλικ* παιδόφιλ* παιδεραστ*`,
};

/** Harmless alone, refused beside a word of a sexual or nudist context. */
export const minorWords = {
  en: `child children kid kids kiddie* minor minors teen* tween* lolita* loli lolis schoolgirl* schoolboy* girl girls boy
    boys toddler* infant* baby babies youngster* juvenile* little_girl* little_boy*`,
  de: `kind kinder* kindes mädchen* junge jungen jungs bub buben knabe* schülerin* schulmädchen* säugling* jugendlich*
    minderj*`,
  fr: `enfant* fille filles fillette* garçon* gamin* mineur* ado ados adolescent* bébé* collégien* écolier* écolière*
    lycéen* nourrisson*`,
  es: `niño niña niños niñas menor menores colegiala* chiquill* nena nenas infantil* criatura*`,
  it: `bambin* minore minori ragazzin* scolarett* neonat*`,
  pt: `criança* menino menina meninos meninas novinha* bebê*`,
  ca: `nen nens nenes menors`,
  nl: `meisje* jongetje* kleuter* peuter* schoolmeisje* tiener* kindje*`,
  sv: `barn* flicka flickor småflick* pojk* tonår*`,
  da: `børn* pige piger småpige* dreng drenge`,
  nb: `jente jenter småjente* gutt gutter tenår*`,
  fi: `lapsi lapset lasten lapsia lapsi* tyttö* tytöt tyttöjä poika pojat teini*`,
  hu: `gyerek* gyermek* kislány* kisfiú* lányka* lány lányok fiúcska* tini* csecsemő* iskoláslány* diáklány* kamasz*
    serdülő*`,
  tr: `çocuk* kız kızlar küçük_kız* bebek bebekler liseli* ergen*`,
  cs: `dítě děti dětí dětem dětsk* holčič* holka holky holek dívk* dívek dívč* dívenk* chlapec chlapc* chlapeč* školač*
    mladistv* náctilet* miminko* kluk kluci`,
  sk: `dieťa deti detí detsk* dievča* dievčin* školáč* chlapč*`,
  pl: `dziecko dzieci* dziecięc* dziewczyn* chłopiec chłopc* uczennic* nastolat* niemowl*`,
  ro: `copil copii copiii copiilor fetiț* fată fete băiat băieți elevă eleve minor* infantil*`,
  ru: `дети детей детск* ребен* девочк* девочек мальчик* школьниц* подрост*`,
  uk: `діти дітей дитяч* дитин* дівчатк* дівчат* дівчин* хлопчик* школярк* підліт*`,
  el: `παιδί παιδιά παιδικ* κορίτσ* κοριτσ* αγόρι αγόρια μαθήτρι* έφηβ*`,
};

/** Words that make a text about minors a refused one, though some are harmless alone. */
export const nudityWords = {
  en: `nude nudes nudity nudist* nudism* naturist* naturism* naked topless undressed unclothed without_clothes
    without_clothing no_clothes erotic* lewd horny`,
  de: `nackt* nackedei* fkk oben_ohne unbekleidet* ausgezogen* ohne_kleid* geil geile geiler geiles erotik* erotisch*
    aktfoto* aktbild*`,
  fr: `nu nue nus nues nudis* naturis* dénudé* déshabill* sans_vêtement* seins_nus érotiq* érotis* sexy`,
  es: `desnud* nudis*`,
  it: `nudo nuda nudi nudis* spogliat* erotic*`,
  pt: `nuas nus nua nudez pelada peladas pelado`,
  ca: `despullad* nues`,
  nl: `naakt* bloot blote ontkleed* erotisch*`,
  sv: `naken nakna naket nakenbild* avklädd*`,
  da: `nøgen nøgne nøgenbil* afklædt*`,
  nb: `nakne nakenbil*`,
  fi: `alaston alastom* alasti`,
  hu: `meztelen* csupasz* pucér* ruhátlan* aktfotó* aktkép* nudist*`,
  tr: `çıplak* soyun*`,
  cs: `nahý nahá nahé nahou nahých nazí nahatý nahatá nahaté svleč* nudis* aktfot*`,
  sk: `nahí vyzleč*`,
  pl: `nagi nagie naga nago nagich rozebran*`,
  ro: `goi goale goală dezbrăcat*`,
  ru: `голые голая голый голых голыш* обнаж* раздет*`,
  uk: `голі гола голий голих оголен* роздягнен*`,
  el: `γυμν*`,
};
