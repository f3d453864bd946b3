import { questionContent } from '@ce/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readQuestionFile } from '../question_import/read/file.ts'
import { toReadQuestionRow } from '../question_import/read/question-of.ts'
import { toQuestionColumns, toQuestionContent } from './content.ts'
import type { ExportedQuestion } from './format/formats.ts'
import { aikenExportLosses, formatAiken, isAikenExportable, writeQuestionWorkbook } from './format/formats.ts'
import { formatGift } from './format/gift.ts'

const pieces = [
  ...['~', '=', '#', '{', '}', ':', '\\', '\\n', '####', '%50%', '%', '[html]', '[plain]', '[tag:甲]'],
  ...['\n', '\n\n', '  ', '\t', '　', '\u00a0', '<b>粗</b>', '<p>段</p>', '&lt;', '&nbsp;', '//', '::', '->'],
  ...['A. ', 'B、', '（C）', 'D：', 'A', 'ABD', '选项 B', '①', 'ANSWER: A', 'ANSWER：B', '$CATEGORY: x'],
  ...['TRUE', 'T', '正确', '错误', '=1+1', '@SUM(A1)', '+1', '-1', "'007", '0.50', '1E+5', '10%', '2026-01-02'],
  ...['_x0041_', '_x000D_', '"', ',', ';', '|', '、', '题干', '答案', '停用', '药', '维生素 C', '𠮷', 'é', '²'],
]
const words = (most: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 }), fc.constantFrom('药品', '处方')), {
      minLength: 1,
      maxLength: 8,
    })
    .map((some) => some.join('').slice(0, most))
const references = fc.constantFrom(
  ...['故选A。', 'A、B正确，C错误', '选项 B 有误', '{{A}}族与维生素A', '排除 B，选 AC', '第一项正确', '选J', ''],
)
const option = fc.oneof(words(300), fc.constantFrom('A', 'B', 'A和B', '以上都对', 'A. 甲', 'B. 乙', '正确', '错误'))
const tag = fc.constantFrom('注册', '换算', '剂量', 'GSP', 'a:b', '{x}', '=1', '#1', '~', '\\')

const question = fc
  .record({
    type: fc.constantFrom('SINGLE' as const, 'MULTIPLE' as const, 'JUDGE' as const),
    difficulty: fc.integer({ min: 1, max: 3 }),
    stem: fc.oneof(
      words(1000),
      words(900).map((stem) => `题目 ${stem} 是`),
    ),
    texts: fc.array(option, { minLength: 2, maxLength: 10 }),
    rights: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
    order: fc.constantFrom('FREE' as const, 'FIXED' as const),
    explanation: fc.tuple(references, words(300)).map(([first, rest]) => `${first}${rest}`),
    tags: fc.uniqueArray(tag, { maxLength: 4 }),
  })
  .map(({ texts, rights, type, ...rest }) => {
    const options =
      type === 'JUDGE'
        ? ['正确', '错误'].map((text, at) => ({ text, right: (at === 0) === rights[0] }))
        : texts.map((text, at) => ({
            text,
            right: type === 'SINGLE' ? at === 0 : rights[at] === true,
          }))
    return questionContent.safeParse({ ...rest, type, options })
  })
  .filter(({ success }) => success)
  .map(({ data }) => {
    if (!data) throw new Error('filtered')
    return data
  })

const bank = fc.array(question, { minLength: 1, maxLength: 5 }).map((contents) =>
  contents
    .filter(({ stem }, at) => contents.findIndex((other) => other.stem === stem) === at)
    .map(
      (content, at): ExportedQuestion => ({
        ...toQuestionContent(toQuestionColumns(content)),
        no: at + 1,
        enabled: true,
      }),
    ),
)

async function readBack(written: Buffer | string, isXlsx = false) {
  const bytes = Buffer.from(written)
  const file = await readQuestionFile({ bytes, isXlsx, mapping: null })
  return (file.questions ?? []).map((raw) => {
    const { content, problems } = toReadQuestionRow(raw)
    return content ? toQuestionColumns(content) : problems
  })
}

const asKept = (questions: readonly ExportedQuestion[]) =>
  questions.map(({ no: _, enabled: __, ...content }) => toQuestionColumns(content))

describe('export and import of questions', () => {
  it('an Excel export is imported again completely', async () => {
    await fc.assert(
      fc.asyncProperty(bank, async (questions) => {
        expect(await readBack(await writeQuestionWorkbook(questions), true)).toEqual(asKept(questions))
      }),
      { numRuns: 150 },
    )
  })

  it('an Excel export is imported again except for the disabled mark', async () => {
    const [first] = fc.sample(question, { numRuns: 1, seed: 1 })
    if (!first) throw new Error('no sample')
    const stopped = { ...toQuestionContent(toQuestionColumns(first)), no: 1, enabled: false }
    const file = { bytes: await writeQuestionWorkbook([stopped]), isXlsx: true, mapping: null }
    const rows = ((await readQuestionFile(file)).questions ?? []).map(toReadQuestionRow)
    expect(rows).toMatchObject([{ content: null, problems: [{ column: '状态' }] }])
  })

  it('a GIFT export is imported again completely', async () => {
    await fc.assert(
      fc.asyncProperty(bank, async (questions) => {
        expect(await readBack(formatGift(questions))).toEqual(asKept(questions))
      }),
      { numRuns: 400 },
    )
  })

  it('an Aiken export is imported again except for the reported losses', async () => {
    await fc.assert(
      fc.asyncProperty(bank, async (questions) => {
        const fit = questions.filter(isAikenExportable)
        fc.pre(fit.length > 0)
        const lost = aikenExportLosses(fit).join()
        const wanted = fit.map((one) => {
          const {
            order: _,
            no: __,
            enabled: ___,
            ...plain
          } = {
            ...one,
            ...(lost.includes('解析') && { explanation: '' }),
            ...(lost.includes('标签') && { tags: [] }),
            ...(lost.includes('难度') && { difficulty: 2 }),
          }
          return toQuestionColumns(lost.includes('选项次序') ? plain : { ...plain, order: one.order })
        })
        const back = await readBack(formatAiken(fit))
        if (lost.includes('换行')) expect(back).toHaveLength(wanted.length)
        else expect(back).toMatchObject(wanted)
      }),
      { numRuns: 400 },
    )
  })

  it('converting a question to columns and back keeps it, including the explanation', () => {
    fc.assert(
      fc.property(question, (typed) => {
        const kept = toQuestionColumns(typed)
        const shown = toQuestionContent(kept)
        expect(toQuestionColumns(shown)).toEqual(kept)
        expect(shown).toMatchObject({ stem: typed.stem, options: typed.options, tags: typed.tags })
      }),
      { numRuns: 500 },
    )
  })
})
