import { expect, it } from 'vitest'
import { captionsProblem } from './captions.ts'

const cue = '00:01.000 --> 00:02.500 align:start\n第一条'

it.each([
  `WEBVTT\n\n${cue}`,
  `WEBVTT 中文字幕\r\n\r\n1\r\n${cue}\r\n`,
  `WEBVTT\nLanguage: zh\n\nNOTE 说明\n\n${cue}\n\n01:00:00.000 --> 01:00:03.000\n甲\n乙`,
])('takes what is well formed: %j', (text) => {
  expect(captionsProblem(text)).toBeNull()
})

it.each([
  [`1\n${cue}`, '第 1 行应为 WEBVTT'],
  [`WEBVTTX\n\n${cue}`, '第 1 行'],
  [`WEBVTT\n第一条\n`, '第 2 行应为空行'],
  [`WEBVTT\n\n${cue}\n\n00:00:03,000 --> 00:00:04,000\n用了逗号`, '第 6 行的时间格式'],
  ['WEBVTT\n\n00:05.000 --> 00:04.000\n甲', '第 3 行的结束时间'],
  [`WEBVTT\n\n00:05.000 --> 00:06.000\n甲\n\n${cue}`, '第 6 行的开始时间早于'],
  ['WEBVTT\n\n00:05.000 --> 00:06.000\n\n甲', '第 3 行的时间后面没有'],
  ['WEBVTT\n\n只有文字', '没有字幕'],
])('names the line of %j', (text, words) => {
  expect(captionsProblem(text)).toContain(words)
})
