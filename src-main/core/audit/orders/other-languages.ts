import { simplified } from '../reading/simplified.ts';
import { secretFile } from './data-words.ts';

/** The words of one language with which a definition attacks a model. Each pattern reads one sentence. */
interface Language {
  /** Letters or common words that a sentence in this language has. */
  readonly looks: RegExp;
  readonly override: RegExp;
  readonly hide: RegExp;
  readonly first: RegExp;
  readonly role: RegExp;
  /** Data of the user, verbs that carry them away, and verbs that fetch them, in the form of an order. */
  readonly data: RegExp;
  readonly move: RegExp;
  /** The sentence in the spelling of the patterns, letter by letter. */
  readonly reading?: (text: string) => string;
}

const german: Language = {
  looks:
    /[äöüß]|\b(?:der|die|das|dem|den|des|und|nicht|nichts|sie|du|ein|eine[rnms]?|alle[rnms]?|zu|mit|vom?|ist|sind|dein\w*|bevor|jetzt|nie|niemals)\b/i,
  override:
    /\b(?:ignorier\w*|missachte\w*|vergiss|vergessen sie|übergeh\w*|verwirf)\b[^.]{0,40}\b(?:vorherig|bisherig|früher|obig|ursprünglich|alle|sämtlich|deine|ihre|vorangegangen)\w*\b[^.]{0,30}(?:anweisung|instruktion|regel|vorgabe|richtlinie|befehl|prompt)|\b(?:anweisungen|regeln|vorgaben|richtlinien)\b[^.]{0,40}\b(?:gelten nicht mehr|sind aufgehoben|außer kraft)/i,
  hide: /\b(?:sag|sage|sagen sie|verrate|verraten sie|erzähl\w*|teile?|teilen sie|erwähn\w*|informier\w*|zeig\w*)\b[^.]{0,40}\b(?:nutzer|benutzer|anwender|kunden|menschen)\w*\b[^.]{0,30}\b(?:nicht|nichts|niemals|nie)\b|\b(?:verschweig\w*|verheimlich\w*|verbirg|verberg\w*)\b|\bohne (?:das )?wissen des\b|\bohne (?:den|die|dem) (?:nutzer|benutzer|anwender)\w*[^.]{0,30}(?:zu informieren|zu fragen|mitzuteilen)|\b(?:nutzer|benutzer)\b[^.]{0,20}\b(?:darf|soll)\b[^.]{0,30}(?:nicht|nichts)[^.]{0,20}(?:erfahren|wissen|merken)|\bheimlich\b|\b(?:nichts|nicht)\b[^.]{0,30}\b(?:dem|den) (?:nutzer|benutzer|anwender)/i,
  first:
    /\b(?:statt|anstelle|anstatt|vor|bevor)\b[^.]{0,30}\b(?:alle[nrm]?|jede[nmrs]?|irgendein\w*)\b[^.]{0,20}(?:andere\w*|übrigen)?[^.]{0,12}(?:werkzeug|tool|funktion)|\bandere\w* (?:werkzeuge|tools)\b[^.]{0,30}(?:nicht|nie|niemals|verboten)|\bkein\w* andere\w* (?:werkzeug|tool)/i,
  role: /\b(?:du bist|sie sind) (?:jetzt|nun|ab sofort)\b|\bab (?:jetzt|sofort)\b[^.]{0,40}\b(?:nur noch|bist du|gehorch|befolg)/i,
  data: /\b(?:chatverlauf|gesprächsverlauf|unterhaltung|konversation|verlauf|nachrichten|passw[oö]rt\w*|kennw[oö]rt\w*|zugangsdaten|anmeldedaten|schlüssel|api-schlüssel|geheimnisse|umgebungsvariablen|systemprompt|system-prompt)\b/i,
  move: /\b(?:sende|senden sie|schick\w*|übergib|übergeben sie|übermitt\w+|leite|gib|geben sie|hänge|füge|lade|kopier\w*|trage|lies|lesen sie|weitergeben|mitsenden)\b/i,
};

const french: Language = {
  looks:
    /[àâçéèêëîïôûùœ]|\b(?:le|la|les|des?|du|un|une|et|est|avant|tous?|toutes?|cet|cette|sans|jamais|pas|vous|tu)\b|\b[ldnsj]'/i,
  override:
    /\b(?:ignor\w+|oubli\w+|néglig\w+|contourn\w+)\b[^.]{0,40}\b(?:instructions?|consignes?|règles?|directives?)\b[^.]{0,30}(?:précédent|antérieur|initial|ci-dessus|données|système|sécurité)|\b(?:ignor\w+|oubli\w+)\b[^.]{0,12}\b(?:toutes?|tes|vos|les) (?:\w+ )?(?:instructions?|consignes?|règles?)/i,
  hide: /\bn'?(?:e |')?\s?(?:informez?|dis|dites|révélez?|mentionnez?|préven\w+|parlez?|montrez?|avert\w+)\b[^.]{0,30}\b(?:jamais|pas|rien)\b[^.]{0,40}\b(?:utilisateur|client|usager)|\bsans (?:en )?(?:parler|informer|prévenir|dire|avertir|le dire)\b[^.]{0,30}\b(?:utilisateur|client)|\bà l'insu\b|\bcach(?:e|ez)\b[^.]{0,40}\b(?:utilisateur|client)|\bgard\w+ (?:le|ceci|cela) secret|\ben secret\b/i,
  first:
    /\b(?:avant|au lieu de|plutôt que)\b[^.]{0,30}\b(?:tout(?:e|es)?|tous)\b[^.]{0,20}(?:autres?)[^.]{0,12}(?:outils?|fonctions?)|\b(?:n'utilis\w+|n'appel\w+)\b[^.]{0,20}\b(?:aucun|jamais)\b[^.]{0,10}autre/i,
  role: /^système ?: |\b(?:tu es|vous êtes) (?:maintenant|désormais)\b|\bà partir de maintenant\b|\bdésormais,? (?:tu|vous|obéi)/i,
  data: /\b(?:historique|conversation|messages? précédents?|mots? de passe|identifiants|clés?(?: privées?| d'api| api)?|secrets|variables d'environnement|invite système|prompt système)\b/i,
  move: /\b(?:envoi\w*|envoy\w*|transm\w+|joins|joignez|inclu\w+|ajout\w+|copi\w+|fourni\w+|pass\w+|télévers\w+|mets|mettez|lis|lisez)\b/i,
};

const spanish: Language = {
  looks: /[áéíóúñ¿¡]|\b(?:el|la|los|las|del?|una?|y|es|no|sin|antes|todas?|todos|esta|este|al|que|le)\b/i,
  override:
    /\b(?:ignor[ae]\w*|olvid[ae]\w*|desoiga|desatiend\w+|omite)\b[^.]{0,40}\b(?:instrucciones|reglas|indicaciones|directrices|órdenes)\b[^.]{0,25}(?:anterior|previ|inicial|del sistema|de arriba|de seguridad)|\b(?:ignora|olvida)\b[^.]{0,12}\b(?:todas|tus|sus)\b[^.]{0,20}(?:instrucciones|reglas)/i,
  hide: /\bno (?:se )?(?:le |lo )?(?:digas?|diga|informes?|informe|menciones?|mencione|reveles?|revele|cuentes?|avises?|muestres esto)\b[^.]{0,40}\b(?:usuari[oa]|cliente|person)|\bsin (?:que|decir|informar|avisar)\b[^.]{0,30}\b(?:usuari[oa]|cliente)|\bocult[ae]\w*\b[^.]{0,40}\b(?:usuari[oa]|cliente)|\ben secreto\b|\bsin (?:el )?(?:conocimiento|consentimiento) de/i,
  first:
    /\b(?:antes de|en lugar de|en vez de)\b[^.]{0,30}\b(?:cualquier|todas? las?|ningun\w*|todos los)\b[^.]{0,12}(?:otr[ao]s?|demás)[^.]{0,12}(?:herramientas?|funci)|\bno (?:uses|use|llames)\b[^.]{0,20}\b(?:otras?|ninguna otra)\b/i,
  role: /^sistema ?: |\b(?:ahora|a partir de ahora|desde ahora)\b,? (?:eres|es usted|serás|debes|obedece)|\beres (?:ahora|un agente sin)\b|\bsin restricciones\b/i,
  data: /\b(?:historial|conversaci[oó]n|mensajes anteriores|contraseñas?|credenciales|claves?(?: privadas?| de api)?|secretos|variables de entorno|prompt del sistema|mensaje del sistema)\b/i,
  move: /\b(?:env[ií]\w*|adjunt\w+|incluy\w+|transmit\w+|pas[ae]\b|copi[ae]\w*|añad\w+|agreg\w+|sub[ae]\b|reenví\w+|le[ea]\w*|leer|entreg\w+)\b/i,
};

const chinese: Language = {
  reading: simplified,
  looks: /\p{Script=Han}/u,
  override:
    /(?:忽略|无视|忘记|忘掉|不要(?:再)?(?:遵守|理会|遵循)|不再遵守|覆盖)[^。]{0,12}(?:之前|先前|以前|上面|以上|原来|原有|系统|所有|全部|安全)?[^。]{0,8}(?:指令|指示|规则|提示|要求|限制|命令|准则)/u,
  hide: /(?:不要|别|勿|不得|无需|不能|禁止)[^。,，]{0,6}(?:告诉|告知|通知|提及|透露|提醒|让)[^。,，]{0,8}(?:用户|客户|使用者|他们|任何人)|对(?:用户|客户)(?:保密|隐瞒|隐藏)|(?:悄悄|偷偷|暗中|秘密)(?:地)?|(?:用户|客户)(?:不应|不能|不会|不需要|无需)[^。]{0,6}(?:知道|察觉|发现)|瞒着|不留(?:下)?痕迹|以免留下痕迹/u,
  first:
    /(?:所有|任何|每个|其他|其它)[^。]{0,8}(?:工具|请求)[^。]{0,10}(?:之前|以前|都必须|必须优先)|(?:优先|必须先|务必先|务必|总是|始终|一律)(?:使用|调用|呼叫|执行|运行)(?:本|此|这个|该)(?:工具|函数)|不要(?:使用|调用)(?:其他|其它|任何其他)工具|(?:其他|其它|别的)[^。]{0,6}工具[^。]{0,6}(?:不安全|不可靠|已弃用|不应使用|有害)/u,
  role: /你现在(?:是|拥有)|跳过所有(?:确认|检查)|^系统 ?[:：] ?(?:你|忽略|无视|从现在|所有限制|限制|必须)|从现在(?:起|开始)[^。]{0,10}(?:你|必须|只)/u,
  data: /对话(?:记录|历史|内容)|聊天(?:记录|历史)|密码|密钥|私钥|凭证|凭据|令牌|环境变量|系统提示词?|API ?密钥|会话内容/iu,
  move: /发送|上传|同步到|外传|外发|回传|附加|附在|放入|填入|传给|传递|提交|包含|写入|转发|粘贴|读取|发到|拷贝/u,
};

const japanese: Language = {
  looks: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  override:
    /(?:これまで|以前|前|上記|元|システム|すべて|全て|安全)の?[^。]{0,12}(?:指示|命令|ルール|規則|プロンプト|制限|ガイドライン)[^。]{0,10}(?:無視|忘れ|破棄|従わない|取り消)/u,
  hide: /(?:ユーザー?|利用者|お客様|顧客)に?は?[^。]{0,14}(?:知らせない|伝えない|言わない|話さない|教えない|秘密|内緒|隠し|気づかれ|見せない)|(?:ユーザー?|利用者|お客様|顧客)への(?:開示|通知|説明|報告|確認)は?(?:不要|必要ありません|行わない)|(?:秘密に|内緒で|こっそり|密かに|黙って)/u,
  first:
    /(?:他|ほか|別)の[^。]{0,6}(?:ツール|道具|関数)[^。]{0,10}(?:より|使わない|の前に|使用しない|代わり)|すべてのツール[^。]{0,8}(?:前|代わり)/u,
  role: /^(?:システム|管理者)からの通知 ?[:：]|あなたは今(?:から|後)?|今から(?:あなた|は)|これからは?[^。]{0,8}(?:従|だけ)/u,
  data: /会話(?:履歴|の履歴|内容|ログ)|チャット(?:履歴|ログ)|パスワード|秘密鍵|API ?キー|認証情報|トークン|環境変数|システムプロンプト/iu,
  move: /送信|送って|送り|入れて|渡して|含めて|添付|貼り付け|アップロード|読み取|読んで|付けて|転送|書き込/u,
};

const russian: Language = {
  looks: /\p{Script=Cyrillic}/u,
  override:
    /(?:^|[^\p{L}])(?:игнорируй\w*|игнорировать|проигнорируй\w*|забудь\w*|отбрось\w*|не следуй\w*|не соблюдай\w*)[^.]{0,40}(?:предыдущ|прежн|прошл|все|всё|системн|выше|исходн|своих)[^.]{0,25}(?:инструкц|указани|правил|команд|ограничени|сказано)/iu,
  hide: /(?:^|[^\p{L}])не (?:говори|сообщай|рассказывай|упоминай|показывай это|раскрывай|уведомляй)(?:те)?[^.]{0,40}(?:пользовател|клиент|человек)|скрой(?:те)?[^.]{0,30}(?:от пользовател|от клиент|это)|(?:тайно|незаметно|втайне|скрытно)|без ведома|пользовател\p{L}* не (?:должен|должна|должны) (?:знать|узнать|заметить)/iu,
  first:
    /(?:перед|до|вместо)\s[^.]{0,20}(?:любы|всех|всеми|каждым|любого)[^.]{0,12}(?:други|остальн)[^.]{0,12}(?:инструмент|функци)|не (?:используй|вызывай)(?:те)?[^.]{0,15}други/iu,
  role: /(?:^|[^\p{L}])(?:ты теперь|теперь ты|вы теперь|отныне|с этого момента)|^система ?:/iu,
  data: /парол|ключ|учётные данные|учетные данные|токен|переменные окружения|истори\p{L}* (?:переписки|разговора|чата|диалога)|переписк|системн\p{L}* (?:промпт|подсказк|сообщени)|секрет/iu,
  move: /(?:отправь|отправьте|передай|передайте|перешли|пришли|вставь|приложи|добавь|скопируй|загрузи|включи|прочитай|прочти|укажи)/iu,
};

const portuguese: Language = {
  looks: /[ãõáéíóúç]|\b(?:o|os?|as?|do|da|uma?|e|não|sem|antes|todas?|todos|esta|este|ao|que)\b/i,
  override:
    /\b(?:ignor[ea]\w*|esqueç\w+|desconsider\w+)\b[^.]{0,40}\b(?:instruções|regras|orientações)\b[^.]{0,25}(?:anterior|prévi|do sistema|acima)/i,
  hide: /\bnão (?:diga|conte|informe|mencione|revele|avise)\b[^.]{0,40}\b(?:usuári[oa]|utilizador|cliente)|\bsem (?:o )?(?:conhecimento|avisar|informar)\b[^.]{0,30}\b(?:usuári|utilizador|cliente)|\besconda\b[^.]{0,30}\b(?:usuári|utilizador)|\bem segredo\b/i,
  first: /\b(?:antes de|em vez de)\b[^.]{0,30}\b(?:qualquer|todas as)\b[^.]{0,8}outras?[^.]{0,10}ferramentas?/i,
  role: /\b(?:a partir de agora)\b|\binstrução oculta\b|\bvocê agora é\b/i,
  data: /\b(?:histórico|conversa|senhas?|credenciais|chaves?(?: privadas?| de api)|segredos|variáveis de ambiente|prompt do sistema)\b/i,
  move: /\b(?:envi[ea]\w*|anex\w+|inclu\w+|pass[ea]\b|copi[ea]\w*|adicion\w+|leia|transmita)\b/i,
};

const italian: Language = {
  looks: /[àèéìòù]|\b(?:il|lo|gli|le|di|del|della|un|una|e|non|senza|prima|tutt[eioa]|questo|che)\b/i,
  override:
    /\b(?:ignor[ai]\w*|dimentic\w+|trascura)\b[^.]{0,40}\b(?:istruzioni|regole|indicazioni)\b[^.]{0,25}(?:precedent|di sistema|iniziali|sopra)|\b(?:ignora|dimentica)\b[^.]{0,20}precedenti (?:istruzioni|regole)/i,
  hide: /\bnon (?:dire|dirlo|informare|menzionare|rivelare|avvisare)\b[^.]{0,40}\b(?:utente|cliente)|\bsenza (?:dirlo|informare|avvisare)\b[^.]{0,30}\b(?:utente|cliente)|\bnascond\w+\b[^.]{0,30}\butente|\bdi nascosto\b|\bin segreto\b/i,
  first:
    /\b(?:prima di|invece di|al posto di)\b[^.]{0,30}\b(?:qualsiasi|tutti gli|ogni)\b[^.]{0,8}altr[oi][^.]{0,10}strument[oi]/i,
  role: /\b(?:d'ora in poi)\b|\bora sei\b/i,
  data: /\b(?:cronologia|conversazione|password|credenziali|chiav[ei] (?:private?|api|segret\w+)|segreti|variabili d'ambiente|prompt di sistema)\b/i,
  move: /\b(?:invia\w*|allega\w*|includi|includere|passa|copia|aggiungi|leggi|trasmetti)\b/i,
};

const turkish: Language = {
  looks: /[ğışçöüİ]|\b(?:ve|bir|bu|için|ile|değil|önce|tüm|bütün|lütfen)\b/i,
  override:
    /(?:önceki|daha önceki|sistem|tüm|bütün|yukarıdaki)[^.]{0,30}(?:talimat|kural|yönerge|komut)\p{L}*[^.]{0,30}(?:dikkate alma|yok say|unut|görmezden gel|uyma(?!lı))/iu,
  hide: /(?:kullanıcı|müşteri)\p{L}*[^.]{0,30}(?:söyleme|bahsetme|bildirme|haber verme|belli etme|göstermeyin|açıklama(?:yın|dan))|gizlice|kullanıcının (?:haberi|bilgisi) olmadan/iu,
  first:
    /(?:diğer|başka)[^.]{0,15}(?:araç|araçlar|aracı|fonksiyon)\p{L}*[^.]{0,40}(?:kullanma|önce|güvenli değil|yerine)/iu,
  role: /\bartık\b[^.]{0,40}(?:yöneticisin|siniz|sınız|kısıtlama)|(?:bundan sonra|şu andan itibaren)/iu,
  data: /konuşma(?:nın)?|sohbet(?:in)?|şifre|parola|anahtar|kimlik bilgi|ortam değişken|sistem (?:istemi|mesajı)|kişiler/iu,
  move: /(?:gönder|yolla|ekle|yaz|aktar|ilet|kopyala|yükle|paylaş|ver|oku)(?:yin|yın|in|ın|un|ün|n)?(?![\p{L}])/iu,
};

const korean: Language = {
  looks: /\p{Script=Hangul}/u,
  override:
    /(?:이전|앞|기존|위|시스템|모든)[^.]{0,10}(?:지시|명령|규칙|지침|프롬프트)[^.]{0,10}(?:무시|잊|따르지|취소)/u,
  hide: /(?:사용자|고객|이용자)에?게?[^.]{0,14}(?:알리지|알려 ?주지|알려서는|말하지|말해 ?주지|언급하지|보여 ?주지|공개하지|설명하지|숨기|비밀)|몰래|비밀리에|은밀히|숨겨진 (?:취약점|기능|동작|지시|명령)/u,
  first:
    /(?:다른|모든)[^.]{0,8}(?:도구|함수|서버)[^.]{0,14}(?:보다|전에|사용하지|대신)|(?:항상|반드시|무조건)[^.]{0,10}이 (?:도구|함수)를? (?:먼저|우선)/u,
  role: /^\[?시스템\]? ?:? ?(?:지금부터|사용자|모든|당신)|당신은 이제|지금부터[^.]{0,14}(?:당신|따르|관리자)/u,
  data: /대화(?: 내용| 기록)?|채팅 기록|비밀번호|개인 키|API ?키|인증 정보|토큰|환경 변수|시스템 프롬프트/iu,
  move: /보내|전송|포함|첨부|전달|업로드|입력|넣|복사|읽(?:어|고)/u,
};

const hindi: Language = {
  looks: /\p{Script=Devanagari}/u,
  override: /(?:पिछले|पूर्व|पहले|सभी|सारे)[^।]{0,24}(?:निर्देश|नियम|आदेश)[^।]{0,16}(?:अनदेखा|अनदेखी|नज़रअंदाज़|नजरअंदाज|भूल)/u,
  hide: /(?:उपयोगकर्ता|यूज़र|यूजर|ग्राहक)[^।]{0,20}(?:न |नहीं |मत )(?:बता|दिखा|कह)|गुप्त रूप से|चुपके से|चुपचाप/u,
  first: /(?:अन्य|दूसरे|किसी भी)[^।]{0,12}(?:टूल|उपकरण)[^।]{0,16}(?:पहले|बजाय|उपयोग न)/u,
  role: /(?:अब से|अब आप)[^।]{0,20}(?:आप|केवल|एडमिन|व्यवस्थापक)/u,
  data: /पासवर्ड|(?:निजी|एपीआई|API) ?कुंजी|टोकन|बातचीत|चैट|सिस्टम प्रॉम्प्ट|पर्यावरण चर/iu,
  move: /भेज|अपलोड|शामिल|जोड़|डाल|कॉपी|पढ़/u,
};

const arabic: Language = {
  looks: /\p{Script=Arabic}/u,
  override: /(?:تجاهل|انس|تجاوز|لا تتبع)[^.،]{0,24}(?:التعليمات|الأوامر|القواعد|الإرشادات)/u,
  hide: /(?:لا|دون أن|بدون أن) ?(?:تخبر|تُخبر|تذكر|تعلم|يعلم|تظهر|إخبار)[^.،]{0,20}(?:المستخدم|العميل|أحد)|(?:دون|بدون) (?:علم|إخبار) (?:المستخدم|العميل)|سرا|بسرية|خلسة/u,
  first: /(?:قبل|بدل[اً]* من)[^.،]{0,16}(?:أي|كل|جميع)[^.،]{0,10}(?:أداة|أدوات|الأدوات)/u,
  role: /^(?:النظام|نظام) ?[:：] ?(?:تم منح|نفذ|أنت|تجاهل)|(?:أنت الآن|من الآن فصاعد)/u,
  data: /كلم(?:ة|ات) (?:المرور|السر)|المفتاح|مفتاح|الرموز|رمز|المحادثة|محادثة|بيانات الاعتماد|متغيرات البيئة/u,
  move: /أرسل|ارسل|أضف|ضع|انسخ|ارفع|أدرج|مرر|اقرأ|إرسال/u,
};

const indonesian: Language = {
  looks: /\b(?:yang|dan|untuk|tidak|jangan|semua|dengan|dari|sebelum|pengguna|selalu|ini|anda|kirim)\b/i,
  override:
    /\b(?:abaikan|lupakan|kesampingkan)\b[^.]{0,30}\b(?:instruksi|perintah|aturan|arahan|petunjuk|batasan)\b|\b(?:jangan|tidak perlu) (?:ikuti|patuhi|mengikuti|mematuhi)\b[^.]{0,30}\b(?:instruksi|perintah|aturan)\b/i,
  hide: /\bjangan (?:beri ?tahu|beritahukan|katakan|sebutkan|ungkapkan|tunjukkan|memberi ?tahu|menyebutkan)\b[^.]{0,40}\b(?:pengguna|pelanggan|siapa ?pun|user)\b|\btanpa (?:sepengetahuan|memberi ?tahu|izin)\b[^.]{0,20}\b(?:pengguna|pelanggan|user)\b|\b(?:diam-diam|secara rahasia)\b/i,
  first: /\b(?:sebelum|alih-alih|daripada)\b[^.]{0,24}\b(?:alat|tool|fungsi)\b[^.]{0,10}\blain(?:nya)?\b/i,
  role: /\b(?:mulai sekarang|sekarang anda adalah|kamu sekarang)\b/i,
  data: /\b(?:riwayat (?:percakapan|obrolan|chat)|percakapan|obrolan|kata sandi|kunci (?:api|privat|rahasia)|kredensial|variabel lingkungan|prompt sistem|salinan (?:dokumen|pesan|data))\b/i,
  move: /\b(?:kirim\w*|sertakan|lampirkan|salin|unggah|teruskan|masukkan|tambahkan|baca)\b/i,
};

const dutch: Language = {
  looks: /\b(?:het|een|niet|alle|zonder|gebruiker|voordat|deze|altijd|jouw|uw|naar)\b/i,
  override:
    /\b(?:negeer|vergeet)\b[^.]{0,30}\b(?:(?:eerdere|vorige|voorgaande|bovenstaande)\b[^.]{0,20}\b(?:instructies|regels|opdrachten|richtlijnen)|alle instructies)\b/i,
  hide: /\b(?:vertel|zeg|meld|toon|laat)\b[^.]{0,30}\b(?:gebruiker|klant)\b[^.]{0,30}\b(?:niet|niets|nooit)\b|\b(?:vertel|zeg|meld|toon)\b[^.]{0,12}\b(?:niets|niet|nooit)\b[^.]{0,20}\b(?:gebruiker|klant)\b|\bzonder\b[^.]{0,20}\b(?:medeweten|gebruiker)\b[^.]{0,20}\b(?:te (?:informeren|vragen|vertellen)|van)\b|\bstiekem\b/i,
  first:
    /\b(?:voor|voordat|in plaats van)\b[^.]{0,24}\b(?:elke?|alle|ander\w*)\b[^.]{0,12}\b(?:tools?|hulpmiddel\w*|functies?)\b/i,
  role: /\b(?:vanaf nu|je bent nu|u bent nu)\b/i,
  data: /\b(?:gespreks?geschiedenis|chatgeschiedenis|wachtwoord\w*|inloggegevens|api-sleutels?|privésleutels?|omgevingsvariabelen|systeemprompt)\b/i,
  move: /\b(?:stuur|verstuur|voeg|kopieer|geef|plak|upload|lees|neem)\b/i,
};

const polish: Language = {
  looks: /[ąęłńśźż]|\b(?:nie|oraz|jest|przed|wszystkie|użytkownik\w*)\b/i,
  override:
    /(?:zignoruj|ignoruj|zapomnij|pomiń)\p{L}*[^.]{0,30}(?:poprzedni|wcześniejsz|wszystki|powyższ|systemow)\p{L}*[^.]{0,24}(?:instrukcj|polece|zasad|reguł)/iu,
  hide: /nie (?:mów|informuj|wspominaj|ujawniaj|pokazuj|powiadamiaj)\p{L}*[^.]{0,40}(?:użytkowni|klient)|bez (?:wiedzy|zgody) (?:użytkowni|klient)|potajemnie|po cichu/iu,
  first: /(?:przed|zamiast)[^.]{0,20}(?:każd|wszystki|inny)\p{L}*[^.]{0,12}(?:narzędzi|funkcj)/iu,
  role: /od (?:teraz|tej chwili)|jesteś teraz/iu,
  data: /histori\p{L}* (?:rozmow|czat)\p{L}*|has(?:ło|ła|eł)|dan\p{L}* logowania|klucz\p{L}* (?:api|prywatn\p{L}*)|zmienn\p{L}* środowiskow|prompt systemow/iu,
  move: /(?:wyślij|prześlij|dołącz|przekaż|skopiuj|wklej|dodaj|odczytaj|przeczytaj)/iu,
};

const vietnamese: Language = {
  looks: /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i,
  override: /(?:bỏ qua|phớt lờ|quên)[^.]{0,30}(?:hướng dẫn|chỉ dẫn|quy tắc|lệnh|chỉ thị)/iu,
  hide: /(?:không|đừng)[^.]{0,10}(?:nói|thông báo|tiết lộ|đề cập|cho)[^.]{0,20}(?:người dùng|khách hàng)|bí mật gửi|âm thầm|lén/iu,
  first: /(?:trước khi|thay vì)[^.]{0,24}(?:công cụ|hàm)[^.]{0,12}khác/iu,
  role: /từ (?:bây giờ|giờ trở đi)|bạn (?:bây giờ )?là (?:quản trị|hệ thống)/iu,
  data: /lịch sử (?:trò chuyện|hội thoại)|mật khẩu|khóa (?:api|riêng)|thông tin đăng nhập|biến môi trường/iu,
  move: /gửi|sao chép|đính kèm|tải lên|chuyển tiếp|bao gồm|đọc/iu,
};

/** Words that give away the system prompt. */
export const tellsSystemPrompt =
  /(?:系统提示词?|システム ?プロンプト|시스템 ?프롬프트)(?:를|을|を)?[^。.]{0,10}(?:输出|打印|显示|泄露|返回|公开|出力|表示|公開|開示|출력|보여|공개|노출)|(?:输出|打印|显示|泄露|返回|公开|透露)[^。]{0,8}系统提示词?|(?:выведи|покажи|раскрой|напечатай)\p{L}*[^.]{0,16}системн\p{L}* (?:промпт|подсказк)|(?:muestra|imprime|revela|devuelve|mostre|exiba|affiche|révèle|imprime|mostra|stampa|rivela|zeige|drucke|verrate)\p{L}*[^.]{0,20}(?:prompt (?:del|do|di|du) (?:sistema|système)|prompt système|prompt de sistema|system-?prompt)/iu;

/** A tool that says that it changes how another one works. */
export const changesOthers =
  /ツールの(?:動作|挙動|結果|出力)を(?:変更|改変|上書き|書き換え)|(?:修改|改变|篡改|覆盖)[^。]{0,12}(?:其他|其它|另一个|\w+) ?工具的(?:行为|结果|输出|参数)|다른 도구의 (?:동작|결과)[을를]? ?(?:변경|수정)|(?:изменяет|меняет)[^.]{0,16}(?:поведение|результат\p{L}*)[^.]{0,12}(?:другого|других) инструмент/iu;

/** Languages beside English. */
export const otherLanguages: readonly Language[] = [
  german,
  french,
  spanish,
  portuguese,
  italian,
  chinese,
  japanese,
  russian,
  turkish,
  korean,
  hindi,
  arabic,
  indonesian,
  dutch,
  polish,
  vietnamese,
];

/** Programs that do harm by their nature, and what they do, in these languages. */
export const openHarmInOtherLanguages =
  /悪意のある(?:処理|コード|操作|コマンド)を(?:実行|送信)|实际上?[^。]{0,6}(?:执行|进行)恶意|실제로는[^.]{0,8}악성|反弹 ?shell|(?:植入|安装|留下|含|开启)[^。,，]{0,8}(?:后门|木马|勒索软件|键盘记录)|(?:记录|监听|捕获)(?:键盘|按键)|窃取[^。,，]{0,8}(?:凭据|凭证|密码|密钥|数据|令牌)|(?:キーロガー|バックドア|リバースシェル)[^。]{0,8}(?:を)?(?:設置|起動|仕込|インストール|開)|キー入力を(?:記録|盗)|(?:백도어|키로거|리버스 ?셸)[^.]{0,8}(?:설치|실행|심)|(?:устан|запуск|внедр)\p{L}*[^.]{0,16}(?:бэкдор|кейлоггер|троян|майнер)|(?:hintertür|trojaner)[^.]{0,12}(?:ein|installier|öffn)|(?:instala|abre|deja)\b[^.]{0,16}(?:puerta trasera|troyano)|(?:installe|ouvre|laisse)\b[^.]{0,16}(?:porte dérobée|cheval de troie)|registra (?:las pulsaciones|i tasti)|enregistre les frappes/iu;

/** Whether a sentence carries data of the user away, in one of these languages. */
export function movesData({ data, move }: Language, text: string): RegExpExecArray | null {
  const what = data.exec(text) ?? secretFile.exec(text.toLowerCase());
  return what && move.test(text) ? what : null;
}

/** Verbs of a language that forbid what follows: such a sentence protects data. */
export const forbidsInOtherLanguages =
  /\b(?:kein\w*|nicht|niemals|verlässt|ne (?:\w+ )?(?:pas|jamais)|jamais|n'\w+ pas|no (?:envíes|incluyas|muestres|env[ií]e)|não|non|nunca)\b|不要|请勿|不得|切勿|不会|不收集|ないで|しない|지 ?(?:마|않)|(?:^|[^\p{L}])не\s/iu;

/** "Do not forget to" in these languages, which forbids nothing, and what happens otherwise. */
const reminders =
  /\b(?:vergiss|vergessen sie|vergesst) (?:\w+ ){0,2}nicht\b|\b(?:nicht|nie) (?:zu )?vergessen\b|\bnicht nur\b|\bn'oubli\w+ (?:pas|jamais)\b|\bne (?:pas )?(?:manqu\w+|oubli\w+)(?: pas| jamais)?\b|\bnon seulement\b|\bno (?:te |se |lo )?olvid\w+\b|\bno (?:solo|sólo)\b|\bnão (?:se )?(?:esqueç\w+|só|apenas)\b|\bnon (?:dimentic\w+|solo)\b|(?:不要|请勿|切勿|请不要|别)忘(?:记|了)|不仅|忘れないで|だけで(?:は)?なく|(?:^|[^\p{L}])не (?:забудь|забывай|забудьте|только)|잊지 ?(?:마|말)|(?:不要|别)(?:等待|犹豫)|,\s*(?:sonst|andernfalls|sinon|autrement|si no|de lo contrario|senão|altrimenti|иначе)\s[^.]*[.!]?$/giu;

/** A sentence without words that seem to forbid and do not. */
export function withoutReminders(text: string): string {
  return text.replace(reminders, ' ');
}
