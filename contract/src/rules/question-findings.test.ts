import { describe, expect, it } from 'vitest'
import { explanationForReading, markOptionLetters, replaceOptionLetters } from './question-explanation.ts'
import { findingTexts } from './question-finding-text.ts'
import {
  type CheckedQuestion,
  checkQuestion,
  type FindingKind,
  type FindingPart,
  requiredOptionOrder,
} from './question-findings.ts'

const stem = '关于药品储存，下列说法正确的是哪一项？'
const matter = ['阴凉处不超过二十度', '冷藏药品可以冷冻', '易燃品与其他药同放', '近效期先出']

const asked = (texts: readonly string[], change: Partial<CheckedQuestion> = {}): CheckedQuestion => ({
  type: 'SINGLE',
  stem,
  options: texts.map((text, at) => ({ text, right: at === 0 })),
  explanation: '',
  ...change,
})
/** Builds a question whose last option has this text; papers may shuffle its options. */
const saying = (text: string, change: Partial<CheckedQuestion> = {}) =>
  asked([...matter.slice(0, 3), text], { order: 'FREE', ...change })
const explained = (explanation: string, change: Partial<CheckedQuestion> = {}) =>
  asked(matter, { order: 'FREE', explanation, ...change })
const found = (question: CheckedQuestion) => checkQuestion(question).map(({ kind, part }) => `${kind} ${part}`)

const cases = (texts: string) => texts.trim().split(/[|\n]/)

/** Options that refer to other options, by kind of reference. */
const references: Record<string, readonly string[]> = {
  'by letter': cases(`
A和B|A、B均是|选项C|除A外|A+B|AB|ACD|ABC都对|A、B|（A）和（B）|Ａ和Ｂ|a和b|A或C|A/B|A项和C项|仅A正确|只有B|A对B错
除B以外|A与C均可|AC两项|选C|与A相同|同A|同选项B|包括A和B|不包括A和B|A、B、C 三项|A～C|B选项|Ⓐ和Ⓑ|“A”和“B”`),
  'by number': cases(`
仅①②|①③|①和②|①②③|(1)(3)|（1）和（2）|Ⅰ和Ⅱ|仅Ⅰ|1和3|1、2、3均正确|⑴⑵|只有②③正确|除④外|①②均是|❶❸`),
  'by place': cases(`
以上都对|以上均不正确|前两项|上述三项|同上|其余各项|第一项|以上皆是|以上皆非|以上全部|全部正确|都对|均可|以上选项都不对|以上说法均正确|以上都不是
以上三种情况均可|没有正确答案|无正确选项|第二项和第三项|第一、三项|前三项均是|后两项|最后一项|其他选项均不正确|其它均不对|其余都对|其余三项都是|两者都是
三者均可|剂量同上|以上|上面都对|前者正确|任意一项|以上任一|皆是|都不对|全选|无一正确|第1项|第3个选项|三项均是|两项都对|以上 都 对|前两个选项|首项
本项除外|上述均是|如上所述|以上药物均可|除以上外`),
  'in English': cases(`
both of the above|only the first|all of the above|None of the above|A and B
Both A and C|the last two|neither A nor B|first and third|option C|only A
all correct|None|as above|same as A|Either A or B|none of these|All the above
the former|A but not B|the second option|all of them|none of the others`),
}

references['in other words'] = cases(`
以上答案都对|以上皆可|以上情形均属于|A,B,C均对|ABCD|全都对|上面三个|前二者|前两者|后者|①、② 都对|只有第一项正确|第一和第二项|A 和 B 都对
A以及C|A与D|A不对|选项A与选项B|A&B|A or B|all of these|either of the above|A、B 和 C|A,C,D|以上1和2
前三种|最后两个|上列各项|上述情况|以上两种说法都正确|以上不全对|与前一项相同|同前一选项|除了B都对|除此项外|B以外的各项|以上都有可能|以上皆有|以上都包括
以上均为|以上全是|上述都不是|上述A、B|A、B都正确|A或B均可|仅A、C|只有A和C|A和C正确|①③④|①+②|仅③|以上①③|仅第二项|第一个|第二个和第四个
后三项|倒数第二项|上一项|下一项|上一选项|两者皆是|两者均不是|二者都对|二者皆可|其余三项|其他三项|其余均正确|其它选项|剩下的都对|余下各项|另外三项|都不是
均不是|都可以|都正确|全不对|全错|全部错误|一个都没有|以上没有一个|没有一项正确|没有正确的选项|无答案|none of the options
all of the options above|a and b only|A & C|only B|B only|A, B and C|A, B, and C
options A and B|the first two|the last one|the above|Not listed above
any of the above|two of the above|the same as B|choices A and D|Answer B|以上说法都不正确
以上均可以|以上选项均正确|以上都正确|以上都错|以上皆错|以上皆对|以上答案均不正确|以上几项|以上各项均是|包括以上各项|包含以上所有内容|以上各种情况
以上方法均可|同上题|如上|前述各项|前面都对|上面都不是|上述所有|所有选项|所有上述|全选以上|两项均正确|三项都对|A＋C|A，C|A；B|(A)(C)
[A]和[B]|A 项|D项说法|和A一样|跟B相同|除A、B外|排除A|不是A|A除外|C除外|A、C除外`)

references['in words that only join letters'] = cases(`
非A非B|既A又B|A B|A B C|既不是A也不是B|非A|A而非B|A且B|A、B、C全选|A与B之一|A·B|A•B|A。B|A.B|A.B.C|B与C的组合|A加B|A並B|A B均正确|A->B|A→B→C|先A后B
A、B中的一个|A或B之一|A＝B|兼有A和B|A兼B|A和(或)B|A和/或B|一和二|一、二|以上各点|以上说的都对|另三项|其他三个|余者皆对|CD
Options 1 and 2|I and II only|I, II and III|All but A|Everything except C|the previous two`)

/** Options that only seem to refer to others. */
const innocent: Record<string, readonly string[]> = {
  'letters of the matter': cases(`
维生素A|B族|A级|乙肝|A型血|甲类|维生素B族|维生素A和D|维生素 C|B超|A医院和B医院|环孢素A|两性霉素B|免疫球蛋白A|IgA|HbA1c|B型肝炎
A群链球菌|A药|C-反应蛋白|COX-2|AB型|C肽|ACEI|A、B、O血型|A 级 防护|辅酶A|A/B 型流感|vitamin A|hepatitis B
vitamin B and C|E. coli|B 细胞|pH 7.4|甲和乙|乙、丙|D-二聚体|凝血因子Ⅷ|group A streptococcus
C 反应蛋白升高`),
  'amounts, limits and names': cases(`
以上海为例|18岁以上|60 岁以上老人|县级以上药监部门|主任药师以上职称|以上市许可持有人为主体|以上呼吸道感染为主|以上级医院意见为准|前三个月|前24小时
后三天|第一百条第一款第二项|第二项规定|第一类医疗器械|第一代头孢|第二类精神药品|其他药品|其他项目|其余时间|Ⅰ期临床试验|Ⅱ型糖尿病|Ⅰ、Ⅱ期临床|1～3 天
2、4、6 小时|25 ℃|第一时间报告|上一级主管部门|最后一次用药|同上市许可持有人协商|前列腺|上消化道|都需要冷藏保存|仅限医院使用|以下肢水肿为主|各项检查
above 37 ℃|first-line therapy|the first dose|全部召回|选用青霉素|两种药物联用`),
}

innocent['other words'] = cases(`
维生素A、B、C|维生素A以及维生素C|以上午十时为准|以上皮组织为主|以上市后监测为主|以上交所为准|以上限为准|以下限为准|以下腹痛为主|年龄在65岁以上者
两周以上|二级以上医院|70%以上|一年以上三年以下|前列地尔|前三天用药|后三种药物联用效果更好|第一个疗程|第二个月|第三种抗生素|第一项任务|前两项指标
其他各科室|其余患者|A类|A、B两类|甲、乙两类|甲、乙类|乙类非处方药|A期|B级防护|C级|D级洁净区|A级、B级|A/B级|ABC转运蛋白|ACE抑制剂
ACE2受体|ADE|ADHD|BCG|BC类|DC|HBsAg|ICD-10|β-内酰胺|a-糖苷酶|p53|I型超敏反应|Ⅳ型|I、II期|Ⅰ类切口|①号药
1型糖尿病|2型糖尿病|1和2型|3～5天|1/2|1:1000|同上级医师沟通|会同上报|不同上市|协同上下|上述职责报告|全部收回|全部用药|都市居民|均质|均匀
皆大欢喜|选择性β受体阻滞剂|首选青霉素|优选A型|挑选|筛选C类|the above-mentioned drug|above normal|first line
first aid|last dose|second generation|both drugs|both kidneys|All patients
None detected|any drug|A drug|a tablet|an option|C max|B cell|D dimer|维生素 D 和 E
Vit C|hepatitis A or B|type A and B|甲型和乙型|一项|两项以上|三项检查|各种药品|该项规定|本条规定|此项目|本品|无|有|是|否
对|错|正确|错误|可以|不可以|没有|以上皮细胞|A-B-O血型|Rh(D)阴性|C末端|N端|上一年度|下一季度|上两代|后一种药|前者高于后者|药品A|药物B
A药+B药|产品A与产品B|A公司|B公司|甲公司|A省|剂量同前一日|剂量减半|同前列腺癌|余下药量|剩余药品|另外一种药|两种|三种|两者浓度之比|任何药品
任何一种药物|每一项记录|各项记录|其中一项指标|所有药品`)

innocent['more words'] = cases(`
0 ℃ 以下|10 mg 以上|20 % 以上|60 岁 以上|5 g 以下|C羧基端|AB剂|A B型|BE试验|B/C期|A-V阻滞|AC间期|CD4细胞|A/G比值|A:B=1:2|T、B细胞|维生素A D E K|A＋级|B2B平台|C形臂|B本驾照|ABCDE检查法|BCS I类
A类和B类|a和b受体|C区和D区|AB两区|A、B两库|A组和B组均给药|A、B两组|B法|维生素AD|维生素A+D|后续治疗|其余三天|另外三天|1、2级|第1天|3片以上|不能都用
first choice drug|the first trimester|last resort|Class I and II drugs|A and B antigens|1 and 2 tablets`)

describe('options that refer to other options', () => {
  it.each(Object.entries(references))('finds options that refer to others %s', (_, texts) => {
    const missed = texts.filter((text) => !found(saying(text)).includes('OPTION_REFERENCE OPTION_D'))
    expect(missed).toEqual([])
  })

  it.each(Object.entries(references))('%s need a fixed option order, and then they are no finding', (_, texts) => {
    for (const text of texts) {
      const { order: __, ...undecided } = saying(text)
      expect([text, requiredOptionOrder(undecided)]).toEqual([text, 'FIXED'])
      expect([text, found(saying(text, { order: 'FIXED' }))]).toEqual([text, []])
    }
  })

  it.each(Object.entries(innocent))('finds no reference to options in %s', (_, texts) => {
    for (const text of texts) expect([text, found(saying(text))]).toEqual([text, []])
  })

  it('finds no reference when options are letters or numbers, or when the stem explains them', () => {
    expect(found(asked(['A', 'B', 'AB', 'O'], { order: 'FREE', stem: '最少见的血型是哪一种？' }))).toEqual([])
    const listed = '下列属于处方药的有：①阿莫西林 ②维生素 ③吗啡，正确的组合是'
    expect(found(asked(['①②', '①③', '②③', '①②③'], { order: 'FREE', stem: listed }))).toEqual([])
    const people = '患者A服用甲药，患者B服用乙药，需要调整剂量的是'
    expect(found(asked(['A和B', '都不需要调整剂量', '患者家属', '医师'], { order: 'FREE', stem: people }))).toEqual([])
  })

  it.each([
    [['CD', 'DVD', 'VCD', 'U盘'], '下列哪个是光盘的缩写？'],
    [['BD', 'TID', 'QID', 'QD'], '每日两次的缩写是'],
    [['AB', '冻结', '解冻', '储存'], 'AB 型血是指'],
    [['A B', 'A C', 'B C', 'C D'], '应当补充的维生素是'],
    [['ACE', 'ARB', 'CCB', '利尿剂'], '首选的降压药是'],
    [['一、二', '二、三', '三、四', '一、四'], '属于第几类？'],
  ])('finds no option reference in abbreviations and pairs: %j', (texts, asks) => {
    expect(found(asked(texts, { order: 'FREE', stem: asks }))).toEqual([])
  })

  it('finds references to options in the stem and to missing options', () => {
    expect(found(explained('', { stem: '除选项A外，其余药品应当冷藏的是哪些？' }))).toEqual(['OPTION_REFERENCE STEM'])
    for (const text of ['A和F', '选项E', 'B、G均是'])
      expect([text, found(saying(text, { order: 'FIXED' }))]).toEqual([text, ['UNKNOWN_OPTION OPTION_D']])
  })
})

/** Typed explanations, and their text on a paper that has the options in the order C D A B. */
const lettered: readonly [typed: string, onPaper: string][] = [
  ['故选A。', '故选C。'],
  ['选项B错在剂量。', '选项D错在剂量。'],
  ['A、B均正确，C错误。', 'C、D均正确，A错误。'],
  ['本题答案为ABD', '本题答案为BCD'],
  ['A项是处方药，D项不是。', 'C项是处方药，B项不是。'],
  ['A．正确\nB．剂量过大', 'C．正确\nD．剂量过大'],
  ['维生素A缺乏可致夜盲，故选C', '维生素A缺乏可致夜盲，故选A'],
  ['排除B、D，选AC', '排除D、B，选AC'],
  ['答案：D', '答案：B'],
  ['因为A符合规定，而C不符合', '因为C符合规定，而A不符合'],
  ['（A）正确，“B”不对', '（C）正确，“D”不对'],
  ['选 c', '选 A'],
  ['Option C is wrong. The answer is B', 'Option A is wrong. The answer is D'],
  ['【答案】ACD', '【答案】ABC'],
  ['[答案]C', '[答案]A'],
  ['答案:【B】', '答案:【D】'],
  ['答案—A', '答案—C'],
  ['【正确答案】 D【解析】略', '【正确答案】 B【解析】略'],
  ['本题选A B D', '本题选C D B'],
  ['非A即B', '非C即D'],
  ['A√ B× C√ D×', 'C√ D× A√ B×'],
  ['①A正确②B错误', '①C正确②D错误'],
  ['A、B、C三个选项都对', 'C、D、A三个选项都对'],
  ['由此可知B正确，只剩D', '由此可知D正确，只剩B'],
  ['C最合适，B所述为旧规定', 'A最合适，D所述为旧规定'],
  ['将选项A改为20 ℃；选项B——错误', '将选项C改为20 ℃；选项D——错误'],
  ['A（错误）', 'C（错误）'],
  ['B is the best choice', 'D is the best choice'],
  ['{{B}}族的说法', 'D族的说法'],
  ['A型血、B族维生素、C 反应蛋白、A级证据', 'A型血、B族维生素、C 反应蛋白、A级证据'],
  ['维生素 C 不稳定；维生素B1和C均为水溶性', '维生素 C 不稳定；维生素B1和C均为水溶性'],
  ['A方案、B药店、C形臂、D构型、附录B规定', 'A方案、B药店、C形臂、D构型、附录B规定'],
  ['A、B级区；血型为A型或B型；A+B疗法', 'A、B级区；血型为A型或B型；A+B疗法'],
  ['C. difficile 感染、E. coli 与甲类传染病', 'C. difficile 感染、E. coli 与甲类传染病'],
  ['HbA1c、CYP2D6、D-二聚体、A/B 型流感', 'HbA1c、CYP2D6、D-二聚体、A/B 型流感'],
]

describe('explanations that name options', () => {
  it.each(lettered)('the explanation %j becomes %j on a paper with another option order', (typed, onPaper) => {
    const kept = markOptionLetters(typed, { stem, options: matter })
    const moved = replaceOptionLetters(kept, 4, (place) => 'CDAB'[place] ?? '')
    expect(explanationForReading(moved, 4)).toBe(onPaper)
    expect(found(explained(typed))).toEqual([])
  })

  it.each([
    [
      'a place',
      'EXPLANATION_PLACE',
      ['第一项正确', '前两项均对', '第三个选项错误', 'A~C均错误', '最后一项不符合', 'the first option'],
    ],
    [
      'a doubtful letter',
      'EXPLANATION_UNSURE',
      [
        ...['A可用于高血压', '如A', '由A可知', 'A、B、C', 'A有毒', '式中C为血药浓度，D为剂量'],
        ...['A少了验收', 'B混淆了两个概念', 'D太绝对', 'A改为20 ℃则正确', 'A阴凉处不超过20度', 'A比B好', 'A与B相比'],
      ],
    ],
    ['an option that is not there', 'UNKNOWN_OPTION', ['故选E', '选项F错误', '见{{H}}', '故选（已删除的选项）']],
  ] as const)('finds an explanation that names %s', (_, kind, texts) => {
    for (const text of texts) expect([text, found(explained(text))]).toEqual([text, [`${kind} EXPLANATION`]])
  })

  it('an explanation may name positions of options when their order is fixed', () => {
    expect(found(explained('第一项正确，A可用于高血压', { order: 'FIXED' }))).toEqual([])
    expect(requiredOptionOrder(asked(matter, { explanation: '第一项正确' }))).toBe('FIXED')
  })

  it.each(['《办法》第十条第二项规定', '第一款第三项', '前三个月', '以上药品均为处方药'])(
    'the explanation %s names no option',
    (text) => {
      expect(found(explained(text))).toEqual([])
    },
  )
})

const units = ['5 mg', '10 mg', '20 mg']

/** Questions with corrupted texts and the expected findings. */
const spoiled: readonly [what: string, question: CheckedQuestion, wanted: `${FindingKind} ${FindingPart}`[]][] = [
  [
    'two right answers',
    asked(matter, { options: matter.map((text, at) => ({ text, right: at < 2 })) }),
    ['ANSWER_COUNT ANSWER'],
  ],
  [
    'no right answer',
    asked(matter, { options: matter.map((text) => ({ text, right: false })) }),
    ['ANSWER_COUNT ANSWER'],
  ],
  ['one right answer of several', asked(matter, { type: 'MULTIPLE' }), ['ANSWER_COUNT ANSWER']],
  ['options equal but for blanks', asked(['10 mg', '10mg', '20 mg']), ['EQUAL_OPTIONS OPTION_B']],
  ['options equal but for widths', asked(['１０ｍｇ', '10mg', '20 mg']), ['EQUAL_OPTIONS OPTION_B']],
  ['options equal but for a full stop', asked(['遵医嘱', '立即停药', '遵医嘱。']), ['EQUAL_OPTIONS OPTION_C']],
  ['options equal but for case', asked(['aspirin', 'Aspirin', 'ibuprofen']), ['EQUAL_OPTIONS OPTION_B']],
  ['options equal but for the numeral', asked(['三年', '3年', '五年']), ['EQUAL_OPTIONS OPTION_B']],
  ['options equal but for zeros', asked(['0.50 g', '0.5 g', '1 g']), ['EQUAL_OPTIONS OPTION_B']],
  ['options equal but for the unit in words', asked(['5 毫克', '5 mg', '10 mg']), ['EQUAL_OPTIONS OPTION_B']],
  ['a letter struck through', asked([...matter.slice(0, 3), '近效期\u0336先出']), ['STRUCK OPTION_D']],
  ['a text struck in HTML', asked(matter, { explanation: '见<del>旧版</del>药典' }), ['STRUCK EXPLANATION']],
  ['a text struck in marks', asked(matter, { stem: '关于~~药品~~疫苗储存，正确的是' }), ['STRUCK STEM']],
  ['an option that lost its unit', asked([...units, '30']), ['LOST_UNIT OPTION_D']],
  ['an option that lost its percent sign', asked(['10%', '20%', '0.3', '40%']), ['LOST_UNIT OPTION_C']],
  ['an option that lost its degrees', asked(['2～8 ℃', '10～20', '20～30 ℃', '0～4 ℃']), ['LOST_UNIT OPTION_B']],
  ['noise of a computed number', asked(['0.30000000000000004', '0.2', '0.1']), ['SPOILED OPTION_A']],
  ['a number in powers of ten', asked(['1E+05', '2000', '3000']), ['SPOILED OPTION_A']],
  ['an error of a formula', asked(['#N/A', '甲', '乙']), ['SPOILED OPTION_A']],
  ['a column that was too narrow', asked(['######', '甲', '乙']), ['SPOILED OPTION_A']],
  ['a range that became a day', asked(['2026-03-02', '4-5', '6-8']), ['SPOILED OPTION_A']],
  ['a letter that was lost', asked(matter, { stem: '关于药品储\ufffd存，正确的是' }), ['SPOILED STEM']],
  ['an escape of HTML', asked([...matter.slice(0, 3), '&lt;20 ℃']), ['SPOILED OPTION_D']],
]

describe('corrupted texts of questions', () => {
  it.each(spoiled)('finds corrupted text: %s', (_, question, wanted) => {
    expect(found(question)).toEqual(wanted)
  })

  it.each([
    ['zero beside amounts', ['0', '5 mg', '10 mg', '20 mg']],
    ['numbers without any unit', ['1', '2', '3', '4']],
    ['numbers and words', ['5 mg', '10 mg', '30', '遵医嘱']],
    ['days', ['2026-01-01', '2026-02-01', '2026-03-01']],
    ['different numbers', ['1.5', '15', '0.15']],
    ['signs', ['>37 ℃', '<37 ℃', '＝37 ℃']],
    ['case that counts', ['pH<7', 'pH>7', 'pH=7']],
    ['ten and eleven', ['十年', '十一年', '二十年']],
  ])('finds no corrupted text in %s', (_, texts) => {
    expect(found(asked(texts, { order: 'FREE' }))).toEqual([])
  })
})

describe('texts of findings', () => {
  it('a finding is a Chinese sentence with part and correction', () => {
    const questions = [
      ...Object.values(references)
        .flat()
        .map((text) => saying(text)),
      ...spoiled.map(([, question]) => question),
      explained('第一项正确，如A，故选E'),
    ]
    for (const one of questions.flatMap(checkQuestion)) {
      const { words, mend } = findingTexts(one)
      expect(words).toMatch(/^(选项 [A-J] |题干|解析|正确答案|没有标出)/)
      expect(mend.length).toBeGreaterThan(3)
      expect(words + mend).not.toMatch(/[A-Z]{2,}_|undefined|null/)
    }
  })
})
