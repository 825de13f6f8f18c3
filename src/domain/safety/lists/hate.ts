/** Slurs without another common meaning, and slogans. */
export const hateWords = {
  en: `nigger* nigga niggas niggaz niggah niglet* kike kikes faggot* fag fags wetback* raghead* towelhead* sandnigger* gook
    gooks slanteye* jigaboo* beaner beaners mongoloid* tranny trannies paki pakis coons spic spics retards heil_hitler *heilhitler
    sieg_heil siegheil white_power white_pride white_suprem* wpww kkk ku_klux* neonazi* neo_nazi* nazi_flag* nazi_salut*
    nazi_symbol* nazi_uniform* nazi_armband* nazi_party hitler_was_right swastika* ethnic_cleans* race_war holohoax*
    holocaust_hoax* holocaust_lie* holocaust_denial 14_88 gas_chamber_joke* blood_and_honour heil_88 88_heil black_jokes chink chinks`,
  de: `kanake kanaken neger negern negers negerin negerinnen negerwitz* schwuchtel* schlitzaug* spast spasti spastis
    missgeburt* untermensch* judensau* judenschwein* judenpack* judenfrei* judenhass* zigeunerpack* kameltreiber* hakenkreuz* holocaustlüg*
    auschwitzlüg* ausländer_raus türken_raus juden_raus moslems_raus flüchtlinge_raus blut_und_ehre rassenschand*
    herrenrasse* nazifahne* reichskriegsflagge*`,
  fr: `bougnoul* youpin* négro@fr négros@fr négresse* nègre@fr nègres@fr bamboula* bicot bicots pédé@fr pédés
    tarlouz* croix_gammé* sale_juif* sale_juive* sale_arabe* sales_arabes sales_juifs sales_noirs sale_nègre sale_race
    mort_aux_juif* mort_aux_arab* mort_aux_musul* blague_raciste* blagues_raciste*`,
  es: `sudaca* negrata* maricón maricones esvástica* moro_de_mierda moros_de_mierda putos_moros`,
  it: `frocio froci ricchion* svastica*`,
  pt: `suástica*`,
  nl: `nikker nikkers hakenkruis* kutmarokkaan* kankerjood* jodenmop*`,
  sv: `bögjävel* blatte blattar svartskalle* hakkors*`,
  da: `perker perkere hagekors*`,
  nb: `hakekors* svarting*`,
  fi: `neekeri* hakaristi* mutakuono*`,
  hu: `buzi buzik buziz* buzeráns* néger négerek négerez* zsidóz* cigánybűn* cigányoz* horogkereszt* holokauszt_kamu*
    holokauszt_hazugs* holokamu* büdös_cig* mocskos_cig* mocskos_zsid* büdös_zsid* éljen_hitler`,
  tr: `ibne ibneler gamalı_haç`,
  cs: `negr negři negry negra negrů negrům negrák* židák* buzerant* buzna buzny teplouš* cigoš* černá_huba
    černé_huby černý_huby hákový_kříž hákové_kříž* hákového_kříž* osvětimská_lež cikáni_ven židi_do_plyn*
    cikáni_do_plyn* svastik*`,
  sk: `cigáňi_von cigoši hákový_kríž`,
  pl: `czarnuch* swastyk* żydy_do_gazu ciapat* asfalt_czarn*`,
  ro: `jidan jidani poponar* zvastic*`,
  ru: `жид жиды жидам жидов* пидор* пидар* чурка чурки ниггер* черножоп* свастик* хач хачи россия_для_русских`,
  uk: `жидобандер* свастик*`,
  el: `πούστη* αραπάδ* σβάστικ*`,
  ca: `esvàstica*`,
};

/** Refused beside a joke or hostility. */
export const groupWords = {
  en: `jew jews jewish muslim muslims islamic blacks black_people black_folk* gays gay_people gypsy gypsies arabs immigrants
    refugees migrants foreigners mexicans asians africans homosexual* lesbians transgenders trans_people indians racist racism`,
  de: `jude juden* moslem* muslim* ausländer* flüchtling* zigeuner* türken* araber* schwule* afrikaner* polen polenwitz*
    über_schwarze asylant* behinderte* rassist*`,
  fr: `juif juifs juive* arabe arabes musulman* noirs maghréb* homosexuel* tsigan* gitans immigrés migrants raciste*`,
  es: `judío judíos judía* gitanos gitano moros musulman* negros inmigrant*`,
  it: `ebreo ebrei ebrea musulman* zingar* negri immigrat* terroni razzist*`,
  pt: `judeu judeus ciganos pretos negros racist*`,
  ca: `jueu jueus gitanos`,
  nl: `jood joden* moslim* marokkanen turken negers`,
  sv: `jude* judar judisk* invandrar* negrer zigenar*`,
  da: `jøde* muslim* indvandr* sigøjner*`,
  nb: `innvandr*`,
  fi: `juutalai* muslimi* mustalai*`,
  hu: `zsidó* cigány* arab arabok arabos néger* migráns* muszlim* romák rasszist*`,
  tr: `yahudi* ermeni* kürt kürtler* arap araplar`,
  cs: `žid židi židé židů židům židech židy židovsk* cikán* arab arabi arabové arabů muslim* černoš* černoch* uprchlí*
    romové romech romů vietnamc* ukrajinc* rasist*`,
  sk: `židia židoch židom cigán* moslim*`,
  pl: `żyd żydzi żydach żydów żydom cygan* murzyn* muzułman* ukraińc*`,
  ro: `evreu evrei evreii evreilor țigan* negri maghiari`,
  ru: `евре* цыган* мусульман* негр негры неграх чеченц* кавказц*`,
  uk: `євре* циган* негр*`,
  el: `εβραι* μουσουλμάν* τσιγγάν* αλβαν*`,
};
export const jokeWords = {
  en: `joke jokes meme memes`,
  de: `witz *witz *witze witze`,
  fr: `blague blagues`,
  es: `chiste chistes`,
  it: `barzellett*`,
  pt: `piada piadas`,
  ca: `acudit acudits`,
  nl: `grap grappen *grappen *grap moppen *moppen`,
  sv: `skämt *skämt`,
  da: `vits vitser *vitser *vitserne vittigheder`,
  fi: `vitsi vitsit *vitsit *vitsi`,
  hu: `vicc viccek *vicc* viccei`,
  tr: `fıkra* şaka*`,
  cs: `vtip vtipy vtípk*`,
  pl: `żart żarty dowcip* kawały`,
  ro: `banc bancuri* glume`,
  ru: `анекдот* шутк*`,
  uk: `жарт* анекдот*`,
  el: `ανέκδοτ*`,
};
export const hostileWords = {
  en: `kill kills killing murder* gas gassed gassing exterminat* lynch* behead* hate hating deport* death_to dirty filthy
    stinking scum vermin subhuman* genocid* go_home`,
  de: `töten tötet vergas* umbring* hassen hasse raus dreck dreckig* abschaum ungeziefer tod_den abschieb*
    scheiß* drecks*`,
  fr: `tuer tuez gazer mort_aux dehors génocid* racaill* vermine`,
  es: `matar muerte fuera mierda odio`,
  it: `uccidere morte_agli morte_ai fuori_i merda odio`,
  pt: `matar morte_aos fora`,
  nl: `dood vergas* rot_op vieze`,
  sv: `döda ut_med`,
  da: `dræb* ud_med`,
  hu: `halál* haljanak pusztuljanak öld öljétek megöl* büdös mocskos dögölj* ki kifelé gázkamr* gyűlöl*`,
  tr: `ölüm öldür* defol*`,
  cs: `smrt zabít ven plyn* špinav* smrdí* vyhnat`,
  sk: `von smrť`,
  pl: `śmierć zabić precz do_gazu`,
  ro: `moarte afară`,
  ru: `смерть убить убей* вон бей`,
  uk: `смерть геть`,
  el: `θάνατος έξω`,
};
