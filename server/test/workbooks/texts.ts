import type { WorkbookCase } from './kind.ts'

const list = [
  ['姓名', '证件号', '单位'],
  ['张三', '110105199001010096', '仁和，药房'],
  ['李四', 'E12345678', '康民'],
]
const lines = (delimiter: string) => list.map((row) => row.join(delimiter)).join('\r\n')
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
/** The table 姓名,证件号 and 张三,110105 in GB 18030. */
const gbk = Buffer.from('d0d5c3fb2cd6a4bcfebac50d0ad5c5c8fd2c3131303130350d0a', 'hex')
/** The characters 𠮷 and 㐂, which only GB 18030 contains, beside 名. */
const gb18030 = Buffer.from('d0d5c3fb2cb1b8d7a20d0a9534b235e5e92c8139ef310d0a', 'hex')

export const textCases: WorkbookCase[] = (
  [
    ['UTF-8', () => Buffer.from(lines(',')), list],
    ['UTF-8 with a mark', () => Buffer.from(`\ufeff${lines(',')}`), list],
    [
      'GBK',
      () => gbk,
      [
        ['姓名', '证件号'],
        ['张三', '110105'],
      ],
    ],
    ['UTF-16 LE with a mark, by tabs', () => Buffer.from(`\ufeff${lines('\t')}`, 'utf16le'), list],
    ['UTF-16 BE with a mark, by tabs', () => utf16be(`\ufeff${lines('\t')}`), list],
    ['UTF-16 LE without a mark', () => Buffer.from(lines(','), 'utf16le'), list],
    ['UTF-16 BE without a mark', () => utf16be(lines(',')), list],
    [
      'UTF-16 LE of Chinese letters alone',
      () => Buffer.from('姓名\t单位\n张三\t仁和\n', 'utf16le'),
      [
        ['姓名', '单位'],
        ['张三', '仁和'],
      ],
    ],
    [
      'GB 18030 of four bytes',
      () => gb18030,
      [
        ['姓名', '备注'],
        ['𠮷彘', '㐂'],
      ],
    ],
  ] as [string, () => Buffer, string[][]][]
).map(([name, bytes, rows]) => ({ kind: 'CSV: encodings', name, bytes, isText: true, rows }))

textCases.push(
  ...(
    [
      ['semicolons', lines(';'), list],
      ['upright strokes', lines('|'), list],
      ['tabs', lines('\t'), list],
      ['a first line that says the sign', `sep=;\r\n${lines(';')}`, list],
      ['the same after a mark and in quotes', `\ufeff"sep=|"\n${lines('|')}`, list],
      ['a sign that is rare, as the first line says', `SEP=^\n${lines('^')}`, list],
      [
        'the line that says the sign, by the sign of Excel',
        `sep=,\n姓名,备注\n张三,"a;b;c"\n`,
        [
          ['姓名', '备注'],
          ['张三', 'a;b;c'],
        ],
      ],
    ] as [string, string, string[][]][]
  ).map(
    ([name, text, rows]): WorkbookCase => ({
      ...{ kind: 'CSV: signs between cells', name, rows, isText: true },
      bytes: () => Buffer.from(text),
    }),
  ),
  ...(
    [
      [
        'formulas that keep numbers as texts',
        '姓名,证件号\n张三,="110105199001010096"\n李四,"=""0012"""\n',
        [
          ['姓名', '证件号'],
          ['张三', '110105199001010096'],
          ['李四', '0012'],
        ],
        [],
      ],
      [
        'formulas that are a number without quotes, and others as they are written',
        '姓名,手机号\n张三,=13800138000\n李四,=A1\n',
        [
          ['姓名', '手机号'],
          ['张三', '13800138000'],
          ['李四', '=A1'],
        ],
        [],
      ],
      [
        'quotes, doubled quotes and line breaks',
        '题干,答案\n"第一行\r\n第二行，""引号""",A\n',
        [
          ['题干', '答案'],
          ['第一行\n第二行，"引号"', 'A'],
        ],
        [],
      ],
      [
        'tabs and marks before numbers',
        "姓名,证件号\n张三,\t110105199001010096\n李四,'0012\n",
        [
          ['姓名', '证件号'],
          ['张三', '\t110105199001010096'],
          ['李四', "'0012"],
        ],
        [],
      ],
      [
        'numbers that Excel has shortened',
        '姓名,证件号,手机号\n张三,1.10105E+17,1.38E+10\n',
        [
          ['姓名', '证件号', '手机号'],
          ['张三', '1.10105E+17', '1.38E+10'],
        ],
        ['B2 DOUBTED', 'C2 DOUBTED'],
      ],
      [
        'the noise of numbers, and numbers as they are written',
        '学时,编号\n0.30000000000000004,0012\n2.50,12.345\n',
        [
          ['学时', '编号'],
          ['0.3', '0012'],
          ['2.50', '12.345'],
        ],
        [],
      ],
      [
        'an old end of lines',
        '姓名,单位\r张三,仁和\r',
        [
          ['姓名', '单位'],
          ['张三', '仁和'],
        ],
        [],
      ],
      [
        'a quote within a cell',
        '题干,答案\n5" 管,A\n',
        [
          ['题干', '答案'],
          ['5" 管', 'A'],
        ],
        [],
      ],
    ] as [string, string, string[][], string[]][]
  ).map(
    ([name, text, rows, notes]): WorkbookCase => ({
      ...{ kind: 'CSV: cells', name, rows, notes, isText: true },
      bytes: () => Buffer.from(text),
    }),
  ),
  ...(
    [
      ['is cut off within a letter', Buffer.from(`\ufeff${lines(',')}`).subarray(0, 5), '文字无法识别'],
      ['is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xff]), '文字无法识别'],
      ['is empty', Buffer.from(' \n'), '文件是空的'],
      ['has quotes that never end', Buffer.from('姓名,单位\n"张三,仁和\n'), '引号没有成对'],
    ] as [string, Buffer, string][]
  ).map(
    ([name, bytes, says]): WorkbookCase => ({
      ...{ kind: 'CSV: refused', name, says, isText: true },
      bytes: () => bytes,
    }),
  ),
)
