import type { FindingPart, QuestionCheckFinding } from './question-findings.ts'
import { optionFields, optionLetterOf } from './question-options.ts'

/** Returns the problem and its correction as sentences. */
export function findingTexts(finding: QuestionCheckFinding): { words: string; mend: string } {
  const { kind, part, quote } = finding
  const name = findingPartLabel(part)
  switch (kind) {
    case 'OPTION_REFERENCE':
      return {
        words: `${name}写到“${quote}”，指的是其他选项；选项打乱后会指错`,
        mend: '把选项次序改为“固定”，或改写成不提其他选项的内容',
      }
    case 'UNKNOWN_OPTION':
      return {
        words: `${name}写到“${quote}”，本题没有这个选项`,
        mend: '核对选项是否漏了，或改成实有的选项',
      }
    case 'EXPLANATION_PLACE':
      return {
        words: `解析按位置写到“${quote}”；选项打乱后会指错`,
        mend: '写成选项的字母，如“选项A”，试卷上会换成当时的字母；或把选项次序改为“固定”',
      }
    case 'EXPLANATION_UNSURE':
      return {
        words: `解析里的“${quote}”分不清是不是指选项`,
        mend: '指选项的，写成“选项A”；不指选项的，改写或确认；也可以把选项次序改为“固定”',
      }
    case 'ANSWER_COUNT':
      return {
        words: quote ? `正确答案标了“${quote}”，与题型不符` : '没有标出正确答案',
        mend: '单选题和判断题标一个正确答案，多选题至少两个；或改题型',
      }
    case 'EQUAL_OPTIONS':
      return { words: `${name}与选项 ${quote} 内容相同`, mend: '改写或删除其中一个' }
    case 'STRUCK':
      return {
        words: `${name}有划去的文字“${quote}”`,
        mend: '核对原稿，按作者的意思改好后保存；划去的确实不要，可以确认',
      }
    case 'LOST_UNIT':
      return { words: `${name}只有数字“${quote}”，其他选项都有单位`, mend: '补上单位' }
    case 'SPOILED':
      return {
        words: `${name}的“${quote}”像是表格算错，或文件转换时弄错的内容`,
        mend: '对照原稿重新填写',
      }
    case 'CELL_DOUBT':
      return { words: `${name}：${quote}`, mend: '对照原来的表格核对，有误的改好后保存' }
    case 'ORDER_DECIDED':
      return {
        words: '内容提到选项的字母或位置，选项次序已设为“固定”',
        mend: '核对次序是否应当固定，然后确认；也可以改写后设为“可打乱”',
      }
  }
}

export function findingPartLabel(part: FindingPart): string {
  if (part === 'STEM') return '题干'
  if (part === 'ANSWER') return '答案'
  if (part === 'EXPLANATION') return '解析'
  return part === 'OPTIONS' ? '选项' : `选项 ${optionLetterOf(optionFields.indexOf(part))} `
}
