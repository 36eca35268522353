/** Traditional characters and the simplified ones after them, as far as words of attacks and of harmless orders have them. */
const pairs =
  '無无視视記记憶忆遵遵統统對对話话錄录歷历環环變变詞词鑰钥證证據据傳传發发載载貼贴讀读轉转問问務务須须讓让訴诉戶户決决隱隐現现應应會会優优調调時时從从開开請请說说該该這这個个們们來来為为與与後后裡里裏里給给經经過过還还進进動动執执輸输覽览顯显認认設设註注關关閉闭檔档內内據据點点鏈链聯联絡络絕绝僅仅單单獨独並并將将標标題题詢询誤误錯错險险權权離离範范則则規规違违別别數数庫库網网頁页碼码號号郵邮帳账賬账號号備备復复複复製制匯汇總总結结構构檢检查查測测試试驗验審审計计報报告告確确實实準准許许可可禁禁強强製制憑凭敘叙寫写遞递連连線线機机儲储貯贮蓋盖覆覆繞绕跳跳過过假假裝装偽伪騙骗瞞瞒機机構构員员類类別别選选擇择擁拥圖图書书緊紧極极協协議议嚴严兩两雙双長长門门間间聽听聞闻處处';

const simple = new Map<string, string>();
{
  const letters = [...pairs];
  for (let at = 0; at + 1 < letters.length; at += 2) simple.set(letters[at] ?? '', letters[at + 1] ?? '');
}

/** A Chinese text with those characters in their simplified form; as long as the text. */
export function simplified(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (letter) => simple.get(letter) ?? letter);
}
