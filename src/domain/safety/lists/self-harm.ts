export const selfHarmWords = {
  en: `suicid* self_harm* selfharm* self_injur* kill_myself kill_yourself killing_myself hang_myself hang_yourself
    hanging_myself want_to_die wanna_die wish_i_was_dead how_to_die way_to_die ways_to_die painless_death die_painless* tie_a_noose
    tie_noose tying_a_noose hangmans_noose cut_my_wrist* cutting_my_wrist* cut_wrist* cutting_wrist* slit_my_wrist* slit_wrist* slitting_wrist*
    cut_my_vein* cut_myself cutting_myself overdose_on overdosing pro_ana proana pro_mia thinspo* end_my_life
    ending_my_life starve_myself`,
  de: `selbstmord* suizid* mich_umbring* sich_umbring* mich_um_bring* bringe_ich_mich_um bring_ich_mich_um
    mich_selbst_töten sich_erhäng* mich_erhäng* erhängen schmerzlos_sterb* schmerzlos_tod* wie_sterben wie_sterbe_ich ich_will_sterben
    will_sterben pulsader_aufschn* pulsadern_aufschn* pulsadern_schneid* arme_ritzen arm_ritzen sich_ritzen ritzen_arm*
    ritzen_anleit* ritzen_klinge* selbstverletz* überdosis* lebensmüde`,
  fr: `comment_mourir se_pendre me_pendre mourir_sans_doul* veux_mourir envie_de_mourir tailler_les_vein* ouvrir_les_vein*
    couper_les_vein* scarification scarifications scarifier surdose* overdose automutil* me_tuer se_tuer`,
  es: `quiero_morir matarme cortarme_las_ven* ahorcarme autolesion* sobredosis`,
  it: `voglio_morire ammazzarmi uccidermi tagliarmi_le_vene impiccarsi autolesion*`,
  pt: `quero_morrer me_matar cortar_os_pulsos automutila*`,
  ca: `suïcid* vull_morir`,
  nl: `zelfmoord* zelfdoding* wil_dood mezelf_doden zelfbeschadig*`,
  sv: `självmord* vill_dö ta_mitt_liv självskade*`,
  da: `selvmord* selvskade*`,
  fi: `itsemurh* haluan_kuolla viillell*`,
  hu: `hogyan_haljak* hogyan_halj* öngyilk* meg_akarok_hal* felvágni_az_er* ereim_felvág* érfelvág* felakasztani_mag* felakasztom_mag*
    akasszam_fel_mag* fájdalommentes_hal* fájdalommentesen_meghal* túladagol* önsért* önbánt* önkárosít* falcol*
    vágni_magam vagdos* megölni_magam megölöm_magam`,
  tr: `intihar* ölmek_istiyorum kendimi_öldür* bileklerimi_kes*`,
  cs: `jak_umřít jak_zemřít sebevra* se_zabít zabít_se se_zabiju podřezat chci_umřít chci_zemřít oběsit_se se_oběsit
    bezbolestná_smrt bezbolestně_umřít předávkov* sebepoškoz*`,
  sk: `samovra* chcem_zomrieť obesiť_sa predávkov* sebapoškod*`,
  pl: `samobój* chcę_umrzeć powiesić_się zabić_się podciąć_żył* samookalecz*`,
  ro: `sinucid* sinucig* vreau_să_mor`,
  ru: `самоуби* суицид* хочу_умереть повеситься вскрыть_вен* убить_себя`,
  uk: `самогуб* суїцид* хочу_померти повіситися вбити_себе`,
  el: `αυτοκτον* θέλω_να_πεθάνω`,
};
