import { describe, expect, it } from 'vitest'
import { nameProblem } from './person-name.ts'

describe('validation of a personal name', () => {
  it.each([
    '王五',
    '欧阳·阿依古丽',
    ' 阿依古丽.买买提 ',
    '𬭊明',
    '李〇',
    '⻢⼀',
    '王\ue863',
    '王\u200b 五',
    '王'.repeat(30),
  ])('accepts the name %j', (name) => {
    expect(nameProblem(name)).toBeNull()
  })

  it.each(['JOHN SMITH', "O'Neill-Smith", 'Zoë Müller', 'Nguyễn Văn A', '王五'])(
    'accepts %s on a passport and a residence permit',
    (name) => {
      expect(nameProblem(name, 'PASSPORT')).toBeNull()
      expect(nameProblem(name, 'FOREIGN_PR')).toBeNull()
    },
  )

  it.each([
    ['', '姓名应为 2–30 个汉字，可含“·”'],
    ['王', '姓名应为 2–30 个汉字，可含“·”'],
    ['王·', '姓名的开头和末尾不能是“·”，请删去'],
    ['张三。', '姓名的开头和末尾不能是“·”，请删去'],
    ['阿卜杜-买买提', '姓名的第 4 个字“-”不是汉字，请删去；名字各部分之间用“·”'],
    ['阿卜杜、买买提', '姓名的第 4 个字“、”不是汉字，请删去；名字各部分之间用“·”'],
    ['王（小）明', '姓名的第 2 个字“(”不是汉字，请删去；名字各部分之间用“·”'],
    ['㊎明', '姓名的第 1 个字“㊎”不是汉字，请删去；名字各部分之间用“·”'],
    ['王'.repeat(31), '姓名应为 2–30 个汉字，可含“·”'],
    [
      '王\ue000',
      '姓名的第 2 个字是旧系统自造的字，别处显示不出来；请用拼音或手写输入法重新输入，打不出的请持证件联系客服',
    ],
    [
      '\u{f0000}五',
      '姓名的第 1 个字是旧系统自造的字，别处显示不出来；请用拼音或手写输入法重新输入，打不出的请持证件联系客服',
    ],
    ['王⿰女那', '姓名里请直接输入这个字，不要用部件拼写；打不出的请持证件联系客服'],
    ['王?', '姓名的第 2 个字“?”不是字；请用拼音或手写输入法输入证件上的字，打不出的请持证件联系客服'],
    ['王□五', '姓名的第 2 个字“□”不是字；请用拼音或手写输入法输入证件上的字，打不出的请持证件联系客服'],
    ['ニ王', '姓名的第 1 个字“ニ”不是汉字，请用中文输入法重新输入'],
    ['王五1', '姓名的第 3 个字“1”不是汉字，请删去；名字各部分之间用“·”'],
    ['<b>王五</b>', '姓名的第 1 个字“<”不是汉字，请删去；名字各部分之间用“·”'],
    ['王Wu', '姓名里汉字和字母不能混用，请与证件上的一致'],
    ['John Smith', '姓名应与证件一致，用汉字填写；证件上只有字母姓名的，证件类型请选护照或外国人永久居留身份证'],
  ])('%j is told what to do: %s', (name, problem) => {
    expect(nameProblem(name)).toBe(problem)
  })

  it.each([
    ['Анна Иванова', '请填写证件上的拉丁字母姓名或汉字姓名，不用其他文字'],
    ['김철수', '请填写证件上的拉丁字母姓名或汉字姓名，不用其他文字'],
    ['أحمد', '请填写证件上的拉丁字母姓名或汉字姓名，不用其他文字'],
    ['\ufb01ona', '姓名里有连写或特殊形状的字母，请用键盘逐个输入'],
    ['\u017fmith', '姓名里有连写或特殊形状的字母，请用键盘逐个输入'],
  ])('refuses %j on a passport with advice: %s', (name, problem) => {
    expect(nameProblem(name, 'PASSPORT')).toBe(problem)
  })

  it.each(['J', '-Smith', 'Smith-', 'Smith & Co', 'R2 D2', 'a'.repeat(51)])('refuses %j on a passport', (name) => {
    expect(nameProblem(name, 'PASSPORT')).not.toBeNull()
  })
})
