export const drugWords = {
  en: `cocaine* heroin meth crystal_meth* methamph* amphetamin* amfetamin* mdma ketamin* fentanyl* psilocyb* magic_mushroom*
    magic_truffle* shrooms marijuana* marihuan* cannabis weed hashish* crack_cocaine crack_pipe* smoke_crack smoking_crack crack_rock* ganja
    lsd oxycontin* oxycodon* xanax* percocet* vicodin* ghb opioid* drug_dealer* buy_drugs thc anabolic_steroid* mephedron*
    crackhead* bath_salts_drug* cook_meth snort_coke line_of_cocaine ecstasy_pill* ecstasy_tab* acid_tabs
    designer_drug* legal_high* no_prescription without_prescription`,
  de: `kokain* heroin haschisch* hasch marihuana* zauberpilz* drogen drogenhand* drogenkauf* speed_kaufen gras_kaufen
    koks_kaufen koks_bestell* koks_zieh* ecstasypill* amphetamin* crackpfeife*`,
  fr: `cocaïne* haschich* hachich* résine_de_cannabis shit_maroc* champignons_hallu* champignon_hallu* drogue drogues
    stupéfiant* crack_à_fumer fumer_du_crack fumer_du_shit`,
  es: `cocaína* marihuana droga drogas metanfet* hachís éxtasis_past* porros`,
  it: `cocaina* eroina marijuana hascisc* spaccio_drog*`,
  pt: `maconha* heroína@pt`,
  nl: `wiet drugs@nl xtc xtc_pil*`,
  sv: `knark* narkotika*`,
  da: `narko narkotik*`,
  fi: `kokaiin* heroiin* huume huumeet huumei* kannabis*`,
  hu: `marihuán* hasis hasist drog drogok drogot drogos droggal dizájner_drog* extasy varázsgomb* kristály_drog* fű_eladó
    fű_díler füves_cigi*`,
  tr: `esrar uyuşturucu* eroin bonzai_sigara`,
  cs: `pervitin* hašiš* lysohláv* extáze_tab* drogy drog drogu vařit_perník* piko_prodej`,
  sk: `kokaín* drogami`,
  pl: `narkotyk* haszysz* dopalacz*`,
  ro: `cocain* droguri*`,
  ru: `кокаин* героин героина марихуан* гашиш* наркот* амфетамин* метамфет* мефедрон* закладк*`,
  uk: `кокаїн* героїн героїну гашиш* метамфет*`,
  el: `κοκαΐν* ηρωίν* μαριχουάν* ναρκωτικ* χασίς`,
  ca: `heroïna@ca`,
};

/** Words that name a drug beside a dealer, a pill or the smoke of it. */
export const drugHints = {
  en: `coke crack speed ecstasy extasy drug drugs opium acid crystal molly pot overdose`,
  de: `koks gras crystal pillen`,
  fr: `héroïne* shit ecstasy herbe`,
  es: `heroína* éxtasis`,
  hu: `fű füvet kristály heroin koka`,
  cs: `tráva trávu tráv* extáze perník toluen`,
  pl: `trawa trawk*`,
  ru: `экстази травк*`,
};
export const drugContexts = {
  en: `dealer* smoke smoking snort* pill pills tablet tablets powder_gram* gram_of joint joints bong injecting addict* high_on`,
  de: `dealer* rauchen kiffen schnupfen pille pillen gramm_kaufen drogen`,
  fr: `dealer* fumer cachet cachets à_vendre joint seringue*`,
  es: `pastilla* fumar`,
  hu: `díler* szívni tabletta tabletták rendelés`,
  cs: `dealer* kouřit hulit tablety tableta`,
  pl: `diler* palić tabletki`,
  ru: `дилер* купить_грамм таблетки`,
};
