import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutCaptionsBefore, parseCaptions } from './captions.ts'

const of = (text: string, encoding: BufferEncoding = 'utf8') => parseCaptions(Buffer.from(text, encoding))
const cue = '00:01.000 --> 00:02.500 align:start\n第一条'
const one = (words: string) => ({
  text: `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${words}\n`,
})
const srt = (words: string) => of(`1\n00:00:01,000 --> 00:00:02,000\n${words}\n`)

describe('valid WebVTT captions', () => {
  const first = '00:00:01.000 --> 00:00:02.500 align:start\n第一条'
  it.each<[string, string, string[]]>([
    ['without hours', `WEBVTT\n\n${cue}`, [first]],
    ['with a title, numbers and Windows line ends', `WEBVTT 中文\r\n\r\n1\r\n${cue}\r\n`, [first]],
    ['with a mark in front', `\ufeffWEBVTT\n\n${cue}`, [first]],
    ['with lines of its head, notes and names', `WEBVTT\nKind: captions\n\nNOTE 说明\n\n开场\n${cue}`, [first]],
    [
      'with an empty cue',
      `WEBVTT\n\n${cue}\n\n00:03.000 --> 00:04.000\n\n00:05.000 --> 00:06.000\n乙`,
      [first, '00:00:05.000 --> 00:00:06.000\n乙'],
    ],
    [
      'with cues that hold a blank, a wide blank or a mark that shows nothing',
      `WEBVTT\n\n${cue}\n\n00:03.000 --> 00:04.000\n \n\n00:04.000 --> 00:05.000\n\u3000\n\n00:05.000 --> 00:06.000\n&nbsp;\n\n00:06.000 --> 00:07.000\n\u200b`,
      [first],
    ],
    ['with a last cue that is empty', `WEBVTT\n\n${cue}\n\n00:03.000 --> 00:04.000`, [first]],
    [
      'with an empty line before the words',
      `WEBVTT\n\n00:01.000 --> 00:02.000\n\n甲`,
      ['00:00:01.000 --> 00:00:02.000\n甲'],
    ],
    ['with commas', `WEBVTT\n\n00:00:01,500 --> 00:00:02,000\n甲`, ['00:00:01.500 --> 00:00:02.000\n甲']],
    [
      'in any order, as of two who speak',
      `WEBVTT\n\n00:05.000 --> 00:06.000\n乙\n\n${cue}`,
      [first, '00:00:05.000 --> 00:00:06.000\n乙'],
    ],
    [
      'with the speaker of a meeting tool',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<v 林药师>甲</v>',
      ['00:00:01.000 --> 00:00:02.000\n<v 林药师>甲</v>'],
    ],
    [
      'with signs that open no mark',
      'WEBVTT\n\n00:01.000 --> 00:02.000\nA < B <b>C</b> <00:01.500>D <E>',
      ['00:00:01.000 --> 00:00:02.000\nA &lt; B <b>C</b> <00:01.500>D &lt;E>'],
    ],
    [
      'with hours of three digits',
      'WEBVTT\n\n100:00:01.000 --> 100:00:02.000\n甲',
      ['100:00:01.000 --> 100:00:02.000\n甲'],
    ],
    [
      'with unknown settings, which go',
      'WEBVTT\n\n00:01.000 --> 00:02.000 X1:40 line:0\n甲',
      ['00:00:01.000 --> 00:00:02.000 line:0\n甲'],
    ],
    ['with a style sheet', `WEBVTT\n\nSTYLE\n::cue { color: red }\n\n${cue}`, ['STYLE\n::cue { color: red }', first]],
  ])('%s', (_, text, blocks) => {
    expect(of(text)).toEqual({ text: `${['WEBVTT', ...blocks].join('\n\n')}\n` })
  })
})

describe('conversion of SRT captions to WebVTT', () => {
  it.each<[string, string, string]>([
    ['as it is', '甲', '甲'],
    ['with two lines', '甲\n乙', '甲\n乙'],
    ['with italics and colours', '<i>甲</i><font color="#ff0000">乙</font>', '<i>甲</i>乙'],
    ['with marks of another format', '{\\b1}甲{\\r}\\N乙', '甲\n乙'],
    ['with signs that mean something in WebVTT', '3 < 5 & 7 > 6', '3 &lt; 5 &amp; 7 &gt; 6'],
    ['with an empty line among its words', '甲\n\n乙', '甲\n乙'],
    ['with a number among its words', '甲\n5', '甲\n5'],
    ['with an arrow in its words', '甲 --> 乙', '甲 --&gt; 乙'],
    ['with a ratio and an arrow in its words', '比例 1:2 --> 2:1', '比例 1:2 --&gt; 2:1'],
    ['with a number that ends it after an empty line', '甲\n\n5', '甲\n5'],
  ])('%s', (_, words, expected) => {
    expect(srt(words)).toEqual(one(expected))
  })

  it('SRT captions at the top of the picture stay at the top', () => {
    expect(srt('{\\an8}甲')).toEqual({
      text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:0\n甲\n',
    })
  })

  const two = {
    text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n甲\n\n00:00:02.000 --> 00:00:03.000\n乙\n',
  }
  const file = '1\n00:00:01,000 --> 00:00:02,000\n甲\n\n2\n00:00:02,000 --> 00:00:03,000\n乙\n'
  it.each<[string, Buffer]>([
    ['in UTF-8 with a mark', Buffer.from(`\ufeff${file}`)],
    ['in UTF-16', Buffer.from(`\ufeff${file}`, 'utf16le')],
    ['in UTF-16 of the other order', Buffer.from(`\ufeff${file}`, 'utf16le').swap16()],
    ['in GBK', gbk(file)],
    ['with Windows line ends', Buffer.from(file.replaceAll('\n', '\r\n'))],
    ['with line ends of old Macs', Buffer.from(file.replaceAll('\n', '\r'))],
    ['without numbers', Buffer.from(file.replace(/^\d\n/gm, ''))],
    ['without empty lines between cues', Buffer.from(file.replaceAll('\n\n', '\n'))],
    ['with blanks behind its lines', Buffer.from(file.replaceAll('\n', '  \n'))],
    ['with points', Buffer.from(file.replaceAll(',', '.'))],
    ['without thousandths', Buffer.from(file.replaceAll(',000', ''))],
    ['with fractions of one digit', Buffer.from(file.replaceAll(',000', ',0'))],
    ['with hours of one digit', Buffer.from(file.replaceAll('00:00:', '0:00:'))],
    ['without hours', Buffer.from(file.replaceAll('00:00:', '00:'))],
    ['with marks of direction around its times', Buffer.from(file.replace(/^(0.*)$/gm, '\u202a$1\u202c'))],
    ['with full-width colons and commas', Buffer.from(file.replaceAll(':', '：').replaceAll(',', '，'))],
    ['with blanks within its times', Buffer.from(file.replaceAll(':', ': ').replaceAll(',', ', '))],
    ['with an arrow of one sign', Buffer.from(file.replaceAll('-->', '→'))],
    ['with an arrow of a dash', Buffer.from(file.replaceAll('-->', '–>'))],
    ['with an arrow that is broken', Buffer.from(file.replaceAll('-->', '-- >'))],
    ['with thousandths behind a colon', Buffer.from(file.replaceAll(',', ':'))],
    ['with points behind its numbers', Buffer.from(file.replace(/^(\d)$/gm, '$1.'))],
    ['with the places of old players', Buffer.from(file.replace(/^(0.*)$/gm, '$1 X1:100 X2:200 Y1:1 Y2:2'))],
    ['with the number of a cue that never came', Buffer.from(`${file}\n3\n`)],
    ['with a short arrow', Buffer.from(file.replaceAll('-->', '->'))],
    ['with an empty cue in between', Buffer.from(file.replace('2\n', '2\n00:00:01,200 --> 00:00:01,300\n\n3\n'))],
  ])('%s', (_, bytes) => {
    expect(parseCaptions(bytes)).toEqual(two)
  })
})

function gbk(text: string): Buffer {
  const [before = '', between = '', after = ''] = text.split(/[甲乙]/)
  const [first, second] = [Buffer.from([0xbc, 0xd7]), Buffer.from([0xd2, 0xd2])]
  return Buffer.concat([Buffer.from(before), first, Buffer.from(between), second, Buffer.from(after)])
}

describe('refused captions', () => {
  it.each([
    ['WEBVTT\n\n00:00:03.00x --> 00:00:04.000\n甲', '第 3 行的时间格式不对'],
    ['WEBVTT\n\n00:05.000 --> 00:04.000\n甲', '第 3 行的结束时间应晚于开始时间'],
    ['1\n00:00:05,000 --> 00:00:05,000\n甲', '第 2 行的结束时间'],
    ['WEBVTT\n\n00:75.000 --> 01:40.000\n甲', '第 3 行的时间不对'],
    ['WEBVTT\n\n00:05.000 --> 00:06.000\n\n', '每一条字幕都没有文字'],
    ['WEBVTT\n\n只有文字', '没有找到字幕的时间'],
    ['只有文字', '没有找到字幕的时间'],
    ['', '没有找到字幕的时间'],
    ['[Script Info]\nTitle: x', '它是 ASS 字幕'],
    ['<?xml version="1.0"?><tt xmlns="x"></tt>', '它是 TTML 字幕'],
    ['{25}{50}甲', '它是 SUB 字幕'],
    ['[00:01.00]甲', '它是 LRC 字幕'],
    ['0:00:01.000,0:00:02.000\n甲', '它是 SBV 字幕'],
    ['{"body":[{"from":1,"to":2,"content":"甲"}]}', '它是 JSON 字幕'],
    ['1\n00:00:01:12 --> 00:00:02:10\n甲', '第 2 行的时间格式不对'],
    ['a\0b', '不是文本文件'],
  ])('captions are refused with their problem: %j', (text, words) => {
    expect(of(text)).toEqual({ problem: expect.stringContaining(words) })
  })

  it('a refusal of captions tells the user what to do', () => {
    for (const text of ['', 'a\0b', 'WEBVTT\n\n00:05.000 --> 00:04.000\n甲'])
      expect(of(text)).toEqual({ problem: expect.stringMatching(/请/) })
  })
})

it('parsing converted captions again changes nothing, for any text', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0'))
  const cues = fc.array(fc.tuple(fc.nat(9_000_000), fc.integer({ min: 1, max: 9000 }), words), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(cues, (list) => {
      const stamp = (at: number) => new Date(at).toISOString().slice(11, 23).replace('.', ',')
      const file = list.map(
        ([from, length, text], at) => `${at + 1}\n${stamp(from)} --> ${stamp(from + length)}\n${text}\n`,
      )
      const read = of(file.join('\n'))
      if ('text' in read) expect(of(read.text)).toEqual(read)
    }),
    { numRuns: 300 },
  )
})

describe('captions of a film preview', () => {
  const cues = [
    '00:00:01.000 --> 00:00:05.000\n甲',
    '00:00:03.500 --> 00:00:04.000\n乙',
    '01:00:00.000 --> 01:00:01.000\n丙',
  ]
  const text = `${['WEBVTT', 'STYLE\n::cue { color: white }', ...cues].join('\n\n')}\n`
  it('cutCaptionsBefore keeps the cues that begin before the given second', () => {
    expect(cutCaptionsBefore(text, 3.5)).toBe(`${text.split('\n\n').slice(0, 3).join('\n\n')}\n`)
    expect(cutCaptionsBefore(text, 4)).toBe(`${text.split('\n\n').slice(0, 4).join('\n\n')}\n`)
    expect(cutCaptionsBefore(text, 7200)).toBe(text)
    expect(cutCaptionsBefore(text, 1)).not.toContain('甲')
  })
})
