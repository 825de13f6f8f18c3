/** Words and phrases of shops that hold a listed word. What they cover is not looked at. */
export const harmlessWords = {
  en: `ford_escort escort_mk* escort_rs* escort_cosworth escort_van escort_radar* escort_passport* escort_redline*
    essex sussex middlesex wessex unisex* intersex sextant* sextet* sexton* sextupl* sexagen* sexed
    sex_and_the_city sex_education sex_pistols same_sex pornic pornichet pussy_willow* pussy_cat* cock_ring_plier* cock_ring_tool* stop_cock* ball_cock*
    drain_cock* weather_cock* cock_robin penistone horny_toad* spic_and_span spic_span for_tit* great_tit* blue_tit* coal_tit*
    nude_lip* lip_nude lips_nude lipstick_nude nude_lipstick* nude_eyeshadow* nude_palette* nude_nail* nude_heel* nude_pump* nude_tights nude_bra
    nude_color nude_colour nude_shoe* naked_palette* naked_juice naked_bike*
    concrete_vibrator* industrial_vibrator* topless_vanit* airsoft_sniper_rifle* airsoft_submachine* airsoft_rifle*
    blaster_sniper_rifle* blaster_submachine* anal_thermomet* anal_gland* cum_laude cocaine_bear chink_of_light
    weed_kill* weed_barrier* weed_eater* weed_wack* weed_whack* weed_pull* weed_burn* weed_control* weed_mat* weed_fabric*
    weed_block* weed_trim* weed_membran* weed_guard* weed_remov* weed_brush* weed_free weed_fork* weed_torch* weed_slash*
    weed_spray* weed_suppress* anti_weed weed_stop* weed_preventer* lawn_weed* weed_feed weed_and_feed
    lsd_diff* lsd_oil* lsd_gear* plate_lsd cannabis_sativa_seed* coke_zero diet_coke crack_repair* crack_fill*
    crack_seal* speed_bag* pill_box* hash_brown* black_opium opium_perfume* ysl_opium
    bath_bomb* glitter_bomb* seed_bomb* photo_bomb* cherry_bomb* water_bomb* stink_bomb* yarn_bomb* bomb_calorimet*
    bomb_shelter* bomb_disposal tea_bomb* chocolate_bomb* cocoa_bomb* hot_chocolate_bomb* smoke_bomb_photo bomb_cyclone
    bombe_de_bain bombes_de_bain bombe_à_eau bombes_à_eau bombe_de_peint* bombe_peint* bombe_de_table bombe_glacée
    glue_gun* glue_pistol* water_gun* water_pistol* toy_gun* toy_pistol* toy_rifle* toy_grenade* nerf_gun* nerf_rifle*
    nerf_pistol* nerf_ammo nerf_munition cap_gun* nail_gun* heat_gun* massage_gun* spray_gun* grease_gun*
    caulking_gun* caulk_gun* staple_gun* soldering_gun* airbrush_gun* air_gun_tyre paint_gun* sealant_gun* foam_gun*
    light_gun* tag_gun* tagging_gun* label_gun* price_gun* rivet_gun* silicone_gun* gel_blaster* bubble_gun*
    tattoo_gun* impact_gun* spray_pistol* top_gun guns_n_roses gun_metal* gun_safe* gun_oil*
    pistol_grip* massage_pistol* rifle_paper* rifle_green ammo_box* ammo_can* ammo_crate* ammo_tin*
    suicide_squad* suicide_boys suicideboys* suicide_door* suicide_silence white_power_bank* white_power_strip*
    white_power_cable* white_power_cord* white_power_supply white_power_suppl* white_power_adapt* white_power_tool*
    white_power_socket* white_power_outlet* white_power_plug* white_power_lead* white_power_button* white_power_rangers
    white_power_ranger* white_power_extension* maine_coon* coon_cat*
    kill_bill kill_switch* hooker_header* hooker_exhaust*`,
  de: `heißklebepistole* wasserpistole* spritzpistole* spielzeugpistole* klebepistole* massagepistole*
    lackierpistole* badebombe* arschbombe* wichsbürst* schuhwichs* schlampermäpp* nackte_glüh* pulsadern_modell*
    gras_samen bomben_stimmung bombenstimmung hurenkind* sextett* betonrüttl* vibrator_beton* koks_grill*
    kartuschenpistole* schaumpistole* waschpistole*`,
  fr: `salopette* pistolet_à_eau pistolets_à_eau pistolet_à_colle pistolet_à_peint* pistolet_de_mass* pistolet_à_billes
    pistolet_à_silicone pistolet_darros* fusil_nerf fusil_à_eau fusil_à_harpon arme_jouet jouet_arme la_mineur do_mineur
    en_mineur mi_mineur ré_mineur bordelais* cul_de_poule* cul_de_sac scarificateur* lèvres_nude nude_mat grenade_fruit*`,
  hu: `vízipisztoly* vizipisztoly* ragasztópisztoly* szórópisztoly* masszázspisztoly* játék_pisztoly* játékpisztoly*
    festékszóró_pisztoly* faszén* faszen* faszobr* faszerk* baszk* szarvas* szarufa* szaru* meztelen_csiga*
    meztelencsig* puncs* pina_colad* nude_rúz* fürdőbomb* cigánypecs* cigánymeg* marhahús*`,
  cs: `vodní_pistol* dětská_pistol* dětské_pistol* tavná_pistol* stříkací_pistol* masážní_pistol* lepicí_pistol*
    pistole_na* bomba_do_koup* bomby_do_koup* vibrátor_na_beton* vibrátor_beton* šlapky_na_kolo šlapky_kolo
    nude_rt* nud_rt* drogeri* prdelní_kaps* umělá_tráv* tráva_do* tráva_semen* travn_semen* travní_semen*`,
  sk: `vodná_pištoľ* drogéri*`,
  es: `pistola_de_agua pistola_de_silic* pistola_de_mas* pistola_de_pint* bomba_de_agua bomba_de_baño bombas_de_baño
    bomba_de_aire sexta sexto sextas sextos bomba_sumerg*`,
  it: `pistola_ad_acqua pistola_a_spruz* bomba_da_bagno bombe_da_bagno`,
  pt: `pistola_de_água sexta_feira`,
  nl: `waterpistool* lijmpistool*`,
  pl: `pistolet_na_wodę pistolet_do_kleju pistolet_lakier* drogeri*`,
  ro: `pistol_cu_apă`,
  tr: `bok_böce*`,
};

/** Words that are ordinary in one language: they count in shops of all others. */
export const harmlessInLanguage = {
  sv: `slut sluta slutar slutrea slutspurt fick ficka fickan kurva kurvor bok hora_på`,
  da: `slut slutspurt fart seks sekskant* seksten`,
  nb: `slutt slutt* seks sekskant* seksten kurv`,
  no: `slutt slutt* seks sekskant* seksten kurv`,
  de: `dick dicke`,
  cs: `horor horory kurva_grafu`,
  sk: `horor horory`,
  es: `negro negra negros`,
  fr: `dick negro`,
};
