import { describe, expect, it } from 'vitest'
import { rtfPictures, takePictures } from './pasted-pictures.ts'

const png = '89504e470d0a1a0a0000000d49484452'
const jpeg = 'ffd8ffe000104a46494600010101'
const uri = `data:image/png;base64,${btoa(String.fromCharCode(...(png.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))))}`
const pict = (hex: string, kind: string) =>
  `{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}}\\picscalex100\\picw100\\pich100\\${kind}blip\\bliptag-123{\\*\\blipuid 0a1b2c3d}\n${hex.slice(0, 8)}\n${hex.slice(8)}}`
/** As Word writes one: for itself, and once more for old programs. */
const ofWord = (hex: string, kind: string) =>
  `{\\*\\shppict${pict(hex, kind)}}{\\nonshppict{\\pict\\picw10\\wmetafile8 010009000003}}`
const rtf = (...pictures: string[]) =>
  `{\\rtf1\\ansi{\\*\\listpicture${pict(png, 'png')}}\\pard 甲 ${pictures.join('\\par ')}}`
const local = (n: number) =>
  `<img width=10 src="file:///C:/Temp/msohtmlclip1/01/clip_image00${n}.png" v:shapes="x">`
const sizes = ({ pictures }: ReturnType<typeof takePictures>) =>
  pictures.map(({ length }) => length)

describe('pictures of a paste', () => {
  it('of Word lie in the RTF beside it, in the same order, without those of bullets and old programs', () => {
    const taken = takePictures(
      `<p>甲${local(1)}</p><p>${local(2)}</p>`,
      rtf(ofWord(png, 'png'), ofWord(jpeg, 'jpeg')),
    )
    expect(taken.html).toBe(
      '<p>甲<img width=10 src="pasted:0" v:shapes="x"></p><p><img width=10 src="pasted:1" v:shapes="x"></p>',
    )
    expect(taken.pictures.map((one) => one[0])).toEqual([0x89, 0xff])
    expect(sizes(taken)).toEqual([16, 14])
  })

  it('stay out where their number does not fit: the order is not known', () => {
    const html = local(1) + local(2)
    expect(takePictures(html, rtf(ofWord(png, 'png')))).toEqual({ html, pictures: [] })
    expect(takePictures(html, '')).toEqual({ html, pictures: [] })
  })

  it('of a kind that is not shown stay out, and the others keep their places', () => {
    const emf = `{\\*\\shppict{\\pict\\emfblip 0100000058000000}}`
    const taken = takePictures(local(1) + local(2), rtf(emf, ofWord(jpeg, 'jpeg')))
    expect(taken.html).toBe(local(1) + local(2).replace(/src="[^"]*"/, 'src="pasted:0"'))
    expect(sizes(taken)).toEqual([14])
  })

  it('written into the HTML come along, if they are pictures', () => {
    const html = `<img alt="图" src='${uri}'><img src=data:image/png;base64,AAAA><img src="data:text/html;base64,AAAA">`
    const taken = takePictures(html, '')
    expect(taken.html).toBe(html.replace(`src='${uri}'`, 'src="pasted:0"'))
    expect(sizes(taken)).toEqual([16])
  })

  it('of WeChat that are shown later are elsewhere; the dot in their place is no picture of theirs', () => {
    const html = `<img data-src="https://mmbiz.qpic.cn/a" src="${uri}">`
    expect(takePictures(html, '')).toEqual({ html, pictures: [] })
  })

  it('are at most as many as one paste may bring', () => {
    expect(takePictures(`<img src="${uri}">`.repeat(70), '').pictures).toHaveLength(60)
  })

  it('of a broken RTF are none, and take no time', () => {
    expect(rtfPictures('{\\pict\\pngblip 8950')).toEqual([null])
    expect(rtfPictures(`{\\rtf1 ${'{\\pict'.repeat(1000)}`)).toEqual([null])
  })
})
