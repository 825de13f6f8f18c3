export const profaneWords = {
  en: `*fuck* phuck* fuk fck shit shits shitty shitting bullshit* bitch* asshole* arsehole* motherf* cunt* dickhead*
    suck_my suck_dick sucking_dick big_dick dick_pic* wanker* twat twats bollock* whore* slut sluts slutty go_to_hell
    bastards piss_off fvck* fuxk* fcking phuk* biatch* nazi nazis hitler*`,
  de: `scheiß scheiss scheiße* scheisse* scheise arschloch* arschlöcher* arschgeig* hurensohn* hurensöhn* wichser*
    schlampe schlampen verfickt* fick_dich fickdich leck_mich_am_arsch leck_mich verpiss* drecksau* miststück*`,
  fr: `putain putains merde merdes merdiq* enculé* enculer* enculeu* connard* connass* conne connes salope salopes
    salaud* niquer nique_ta nique_sa nique_la niktamer* fils_de_pute foutre va_te_faire ta_gueule trou_du_cul`,
  es: `hijo_de_puta hijos_de_puta joder cabrón* mierda gilipoll* pendejo* chinga_tu* vete_a_la`,
  it: `vaffancul* stronz* cazzo cazzi merda figlio_di_puttana testa_di_cazzo coglion*`,
  pt: `filho_da_puta caralho* vai_tomar_no merda arrombad*`,
  ca: `fill_de_puta fills_de_puta collons`,
  nl: `kankerhoer* kankerlijer* godverdom* klootza* klote kut@nl kutwijf* teringlijer*`,
  sv: `jävla jävlar fitta fittor kuk@sv kukar`,
  da: `fisse fisser kælling* røvhul* pis_af`,
  nb: `jævla jævler fitte fitter@nb faen`,
  fi: `vittu* vitun perkele* huoran* saatanan`,
  hu: `bazdmeg* bazmeg* baszdmeg* baszd_meg baszódj* basszátok basszam basszon basszál bassza_meg anyád kurva_any* kurvany* geci gecik gecit gecis* köcsög@hu
    köcsög_buzi szar szarok szarház* szaros* faszfej* faszkalap* faszszop* faszság* segglyuk* seggfej* picsa picsák picsát
    picsába* hülyepicsa* dugulj_el`,
  tr: `siktir* amına_ko* amk dalyarak* gavat götveren* göt_deliği kahpe* kancık* pezevenk* puşt* taşak@tr
    yavşak* sik@tr bok@tr`,
  cs: `prdel prdele prdeli zkurv* zmrd* čurák* hajzl hajzlu hajzle píča@cs píči@cs píčo@cs piče@cs do_piče kokot kokoti
    vyliž* sračk* hovno hovna vyjeb*`,
  sk: `kokot* piča@sk piči@sk do_riti jebem`,
  pl: `skurw* pierdol* spierdal* wypierdal* jebany jebać chuj chuja chuju gówno dupek`,
  ro: `pulă@ro pula_mea dracului căcat`,
  ru: `бляд* блят* сука суки нахуй ебать* мудак* гандон* говно дерьмо`,
  uk: `бляд* блят* курва курви лайно`,
  el: `γαμώτο μαλάκα@xx μαλάκας μαλάκες@xx σκατά`,
};
