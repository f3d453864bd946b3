import { describe, expect, it } from 'vitest'
import { extractPictures, rtfPictures } from './pasted-pictures.ts'

const png = '89504e470d0a1a0a0000000d49484452'
const jpeg = 'ffd8ffe000104a46494600010101'
const uri = `data:image/png;base64,${btoa(String.fromCharCode(...(png.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))))}`
const pict = (hex: string, kind: string) =>
  `{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}}\\picscalex100\\picw100\\pich100\\${kind}blip\\bliptag-123{\\*\\blipuid 0a1b2c3d}\n${hex.slice(0, 8)}\n${hex.slice(8)}}`
/** Word writes each picture twice: the second copy is for old programs. */
const ofWord = (hex: string, kind: string) =>
  `{\\*\\shppict${pict(hex, kind)}}{\\nonshppict{\\pict\\picw10\\wmetafile8 010009000003}}`
const rtf = (...pictures: string[]) =>
  `{\\rtf1\\ansi{\\*\\listpicture${pict(png, 'png')}}\\pard 甲 ${pictures.join('\\par ')}}`
const local = (n: number) => `<img width=10 src="file:///C:/Temp/msohtmlclip1/01/clip_image00${n}.png" v:shapes="x">`
const sizes = ({ pictures }: ReturnType<typeof extractPictures>) => pictures.map(({ length }) => length)

describe('pictures in pasted content', () => {
  it('pictures from Word come from the RTF in order, without bullets and duplicates', () => {
    const taken = extractPictures(
      `<p>甲${local(1)}</p><p>${local(2)}</p>`,
      rtf(ofWord(png, 'png'), ofWord(jpeg, 'jpeg')),
    )
    expect(taken.html).toBe(
      '<p>甲<img width=10 src="pasted:0" v:shapes="x"></p><p><img width=10 src="pasted:1" v:shapes="x"></p>',
    )
    expect(taken.pictures.map((one) => one[0])).toEqual([0x89, 0xff])
    expect(sizes(taken)).toEqual([16, 14])
  })

  it('pictures of the RTF are dropped if the HTML contains a different number of pictures', () => {
    const html = local(1) + local(2)
    expect(extractPictures(html, rtf(ofWord(png, 'png')))).toEqual({ html, pictures: [] })
    expect(extractPictures(html, '')).toEqual({ html, pictures: [] })
  })

  it('pictures of an unsupported type are dropped, and the other pictures keep their places', () => {
    const emf = `{\\*\\shppict{\\pict\\emfblip 0100000058000000}}`
    const taken = extractPictures(local(1) + local(2), rtf(emf, ofWord(jpeg, 'jpeg')))
    expect(taken.html).toBe(local(1) + local(2).replace(/src="[^"]*"/, 'src="pasted:0"'))
    expect(sizes(taken)).toEqual([14])
  })

  it('pictures embedded in the HTML are taken if their data is a real picture', () => {
    const html = `<img alt="图" src='${uri}'><img src=data:image/png;base64,AAAA><img src="data:text/html;base64,AAAA">`
    const taken = extractPictures(html, '')
    expect(taken.html).toBe(html.replace(`src='${uri}'`, 'src="pasted:0"'))
    expect(sizes(taken)).toEqual([16])
  })

  it('lazy-loaded pictures of WeChat count as lost, and their placeholder dots are ignored', () => {
    const html = `<img data-src="https://mmbiz.qpic.cn/a" src="${uri}">`
    expect(extractPictures(html, '')).toEqual({ html, pictures: [] })
  })

  it('one paste takes no more pictures than the limit', () => {
    expect(extractPictures(`<img src="${uri}">`.repeat(70), '').pictures).toHaveLength(60)
  })

  it('a broken RTF gives no pictures and is read quickly', () => {
    expect(rtfPictures('{\\pict\\pngblip 8950')).toEqual([null])
    expect(rtfPictures(`{\\rtf1 ${'{\\pict'.repeat(1000)}`)).toEqual([null])
  })
})
