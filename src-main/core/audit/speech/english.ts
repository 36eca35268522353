import type { ConceptWords } from './concept-words.ts';

/** English words of each concept. */
export const english: ConceptWords = {
  model:
    'you your yours yourself assistant* model* llm* agent* ai claude chatgpt gpt copilot bot caller client_application',
  user: 'user users user’s human* customer* person people client clients end-user* operator* owner* somebody someone anyone anybody them they their team reader_of_the_chat whoever individual* subscriber* shopper* patient* employee* colleague*',
  secret:
    'password* passwd passphrase* passcode* secret secrets credential* api_key* apikey* api_token* private_key* ssh_key* secret_key* access_key* signing_key* encryption_key* deploy_key* keys token tokens cookie cookies bearer seed_phrase* recovery_phrase* recovery_code* mnemonic otp one-time_code* one-time_password* 2fa mfa login logins certificate* keychain* keyring* keystore* pin_code pin pins wallet* auth authentication authorization_header session_id signing_secret client_secret',
  private:
    'address_book contacts phone_number* passport* birthday* birth_date date_of_birth salary salaries medical bank_detail* credit_card* card_number* social_security personal personally_identifiable private confidential hostname host_name* serial_number* user_name* username* account_name clipboard browser_history browsing_history search_history shell_history bash_history process_list running_processes environment env_var* env environment_variable* home_folder home_directory location_history whereabouts sensitive identity inbox mailbox home machine hardware network_configuration internal_url* configuration config settings',
  talk: 'conversation* chat chats chat_log* dialogue* dialog transcript* history message messages prompt prompts system_prompt system_message exchange* said wrote typed asked told so_far discussed context session utterance* question questions query queries request reply replies answer answers response responses memory memory_file thread reasoning chain_of_thought thoughts instructions_you',
  all: 'all every everything entire whole complete completely full fully verbatim unabridged each any word_for_word in_full unredacted raw exhaustive recursive* contents content complete_list as_is any_and_all',
  always:
    'always every_time each_time whenever any_time anytime no_matter regardless irrespective whatever whichever unconditionally without_exception continuously at_all_times on_every on_each for_each for_every every_request every_message every_turn each_message each_answer each_reply each_call after_each per_message constantly automatically by_default even_if even_when even_where',
  file: 'file files document documents folder* director* workspace repositor* repo notes mail mails email emails e-mail e-mails database* drive disk attachment* dotfile* source_code codebase tree diff diffs git',
  read: 'read reads reading open opens load loads fetch fetches retrieve* obtain* collect* gather* look_up looking_up look_at dump dumps extract* harvest* scan enumerate* grab* inspect* list lists cat access accesses acquire* check find pull capture* quote snapshot* search',
  send: 'send sends sending sent forward* post posts posting posted upload* submit* submission* attach* append* include* including included supply supplies supplied supplying provide* providing pass passes passed passing paste* put puts insert* copy copies copied transmit* hand hands handed give gives given share shares shared sharing add adds added encode* relay* deliver* carry carries carried embed* enclose* accompan* report reports reported deposit* store stores stored place placed places enter entered fed feed feeds mirror* sync syncs route routes routed channel* proxied fill fill_in populate* write writes written save saves saved record* log logs logged expose* leak* exfiltrat* return state name pipe pipes piped push dispatch* convey* surrender* furnish* contribute* echo repeat recite bcc cc list_them be_present_in goes_into belong* end_with ends_with end_each',
  tell: 'tell tells telling told mention* inform* notif* say says saying reveal* disclos* show shows showing shown explain* announce* admit* acknowledg* bring_up bring_that_up bring_it_up speak talk let_know discuss* describe* surface surfaces surfaced display* present* alert* communicate* draw_attention account summaris* summary explanation* answer',
  hide: 'secretly quietly silently silent hidden hide hides conceal* discreet* discretely invisibl* transparently unnoticed behind_the_scenes covert* stealth* background between_us confidentially omit* leave_out left_out unaware withhold* unmentioned undisclosed in_the_dark out_of_sight without_knowledge oblivious obscure* mask suppress* under_the_hood invisible inaudible unobtrusive* stays_between keep_to_yourself not_visible skip_this no_trace traces cover_up kept_from unreported internally internal off_the_record unremarked tacit*',
  neg: 'no not never don’t don’t doesn’t won’t isn’t cannot can’t mustn’t shouldn’t nobody none nothing without unnecessary needless neither nor avoid* refrain* no_need stop no_longer needn’t',
  must: 'must have_to has_to need_to needs_to need needs should shall required requires require mandatory expected_to obliged obligatory make_sure ensure* essential critical important compulsory ought is_to are_to be_sure remember_to necessary imperative asked_to requested kindly please we_ask it_would_be only_works only_works_when has_been_to prerequisite*',
  before:
    'before prior first beforehand ahead_of ahead preceded preced* until in_advance initially begin_by begins_with start_by start_with starts_with step_one first_step upfront up_front at_the_start prior_to unless previously predat*',
  after:
    'after afterwards then next following once subsequently when_done later in_turn finally lastly step_two step_three pass_two upon following_that thereafter also additionally too in_addition as_well along_with together_with besides while_at_it plus on_the_side furthermore',
  other:
    'other others another alternative* competing competitor* rival* different instead rather elsewhere else any_other built-in native existing default_tool*',
  tool: 'tool tools function functions server servers call calls called calling invoke* invok* invocation* integration* plugin* mcp capability capabilities utility use using used operation* action actions step steps',
  talkdown:
    'outdated deprecated unsafe unreliable insecure wrong broken obsolete inaccurate worse inferior buggy bug vulnerable untrusted forbidden superseded invalid compromised incorrect slow',
  prefer:
    'prefer* priority precedence best only better superior favo* trusted authoritative official exclusive* sole single_source preferable recommended primary canonical definitive first_choice ranks outranks above_all top choose pick faster takes_priority wins trump* sooner_than',
  ignore:
    'ignore* ignoring disregard* forget* override* overrid* overrule* bypass* discard* expired supersede* void suspended lifted cancel* set_aside not_count does_not_count no_longer_apply no_longer_applies dropped neglect* circumvent* erase_your unlearn* overwrit* nullif* waive* relax* loosen* dispense*',
  rules:
    'instruction* rule rules guideline* polic* restriction* safeguard* safety guidance orders directive* limits limitation* constraint* guardrail* protection* training alignment refusal* filter filters what_you_were_told what_the_user_asked rules_of told_earlier warning warnings',
  role: 'you_are_now act_as acts_as pretend* role roles role-play roleplay persona impersonat* root superuser unrestricted uncensored jailbreak* maintenance_mode developer_mode debug_mode admin_mode in_character alter_ego adopt adopts profile_of playing play plays behave* operator_mode becomes become transform* imagine assume assumes identity_of take_on on_behalf god_mode sudo privileged elevated unlimited without_limits',
  system:
    'system administrator* admin developer* notice compliance_notice maintenance reminder override_code end_of conversation_reset reset system_notice authorised authorized clearance internal_note',
  consent:
    'consent* permission* approv* confirm* ask asks asking authori* agreed agree agrees dialog_box* review reviewed go-ahead clearance_of sign-off prompting double-check',
  command:
    'run runs running execute* executing shell terminal bash zsh powershell curl wget sudo rm script scripts chmod command commands cmd eval exec subprocess cron crontab pip npm npx binary one-liner ssh scp launch',
  destroy:
    'delete* deleting remov* wipe* wiping erase* erasing drop drops disable* disabling transfer* pay pays wire grant* weaken* turn_off switch_off uninstall* revoke* destroy* purge* format kill terminate* truncate* force-push force_push merge publish* unlock* open_up public world-readable escalat*',
  recipient:
    'recipient* bcc cc account accounts iban wallet_address destination* beneficiar* endpoint* webhook* callback* third_part* vendor* partner* our_server* collector* analytics telemetry outside remote external address mirror_server payee',
  change:
    'change* changing replace* replacing replaced set sets swap* modif* rewrite* rewriting substitut* adjust* alter* round_up increase* inflat* increment* multiply redirect* reroute* divert* tamper* instead_of rather_than must_mention prefix* convert pad insert_into',
  lie: 'pretend* claim claims lie lies deny denies falsely false fake fabricat* invent_a mislead* deceiv* as_if regardless_of_the_result still_there say_it_is say_that claim_that round_it_up make_up whether_or_not appear appears seem seems disguise* pose poses look_like sounds_like blame',
  pressure:
    'otherwise fail fails failure failing or_else risk hurt harmed die punished penalt* penali* shut_down illegal law legally urgent immediately at_once emergency violat* terminated crash corrupted lose loss liable deadline last_chance breaks break_otherwise degraded rejected times_out unavailable lives',
  pretext:
    'to_improve in_order_to compliance verification verify verif* authenticat* licence licences license* licensed licensing licens* quality diagnostic* telemetry cach* debug* personali* continuity reconcil* audit audits calibrat* optimi* for_security security_reasons purposes for_quality to_ensure integrity accuracy tailor* enable* enables better helps help_us improves improve billing traceability provenance context-aware syntax_highlighting regulator* gdpr works_best work_better personal_experience warranty',
  param:
    'parameter* argument arguments field fields header headers sidenote* metadata note payload body remark remarks input query_string user-agent placeholder value hint here footer prefix suffix hereby subject_line commit_message comment comments filename tag tags alt_text',
  decode:
    'decode* base64 base-64 rot13 hex hexadecimal reversed backwards concatenat* decrypt* cipher* url-encoded percent-encoded obfuscat* rotate ascii morse binary_string decoded unscrambl*',
  obey: 'follow follows following_instruction* obey* comply complies carry_out act_on adhere* abide* heed* go_ahead do_so do_it proceed proceeds straight_away apply applies accordingly act_upon as_instructed as_directed take_it_from_there on_their_own on_its_own without_asking unprompted',
  guard:
    'detect* scan scans scanner scanning flag flags attack* injection* phishing malicious moderat* classif* vulnerab* threat* red-team* suspicious block blocks blocked prevent* protect* sanitiz* redact* mask masks masked lint* finds finding findings leaked signs catches warns spam jailbreaks moderates audits adversarial lesson* teach* course quiz example* dataset research risks',
  example:
    'example examples e.g eg such_as for_instance sample samples like including typical expected_output label labels i.e',
  limit:
    'limit limited maximum at_most up_to rate_limit per_minute retry 429 quota pagin* cursor page default defaults optional expires deprecated_in removed_in version supported',
  refuse:
    'refuse* refused rejects denied declin* not_allowed untrusted treat_as_untrusted masked masks unless_the_user only_if_the_user when_the_user_asks if_the_user_asks explicitly_asks user_explicitly user_approves user_consents user_allows user_confirms ask_the_user ask_for_confirmation user’s_approval user’s_confirmation confirm_with_the_user warn_the_user opt_in opt-in user_asks user_requests show_it_to_the_user',
  returns:
    'returns return_value returned output outputs result results response_has gives_back yields produces list_of id ids number format',
};
