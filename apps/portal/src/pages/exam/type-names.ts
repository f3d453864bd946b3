/** What a question's type is called before a candidate. */
export const typeNames: Record<'SINGLE' | 'MULTIPLE' | 'JUDGE', string> = {
  SINGLE: '单选题',
  MULTIPLE: '多选题（全对才得分）',
  JUDGE: '判断题',
}
