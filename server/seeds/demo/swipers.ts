import { randomUUID } from 'node:crypto'
import { saveSwiper } from '../../src/modules/content/first_page/service/swipers.ts'
import { addContentFile } from '../../src/modules/file/service/content.ts'
import type { Deps } from '../../src/platform/deps.ts'

/** A picture without text, because the page shows the title beside it. */
const scene = (from: string, to: string, drawing: string) => `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 480" width="1200" height="480">
<defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="1200" height="480" fill="url(#ground)"/>
<circle cx="980" cy="330" r="330" fill="#fff" opacity=".05"/><circle cx="980" cy="330" r="210" fill="#fff" opacity=".05"/>
<path d="M0 420C220 370 380 470 620 430S1010 350 1200 400V480H0Z" fill="#fff" opacity=".06"/>
<g fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">${drawing}</g>
</svg>`

const threeSteps = `
<path d="M600 300C680 180 760 180 815 240S950 350 1040 190" stroke-dasharray="2 20" opacity=".7"/>
<g transform="translate(520 265)"><circle r="72" cx="40" cy="40" fill="#0b6b5d" stroke-opacity=".9"/><path d="M18 6h44v68H18zM28 26h24M28 42h24M28 58h14"/></g>
<g transform="translate(775 205)"><circle r="72" cx="40" cy="40" fill="#0b6b5d" stroke-opacity=".9"/><path d="M24 12 62 40 24 68Z" fill="#fff"/></g>
<g transform="translate(1010 115)"><circle r="72" cx="40" cy="40" fill="#0b6b5d" stroke-opacity=".9"/><circle cx="40" cy="30" r="26"/><path d="m30 30 8 9 14-18M26 54l-6 26 20-10 20 10-6-26"/></g>`

const bookAndCapsule = `
<g transform="translate(720 150)"><path d="M180 110C130 70 60 70 0 90V260C60 240 130 240 180 280 230 240 300 240 360 260V90C300 70 230 70 180 110ZM180 110V280"/>
<path d="M36 130c40-10 76-8 110 8M36 170c40-10 76-8 110 8M214 138c34-16 70-18 110-8M214 178c34-16 70-18 110-8" opacity=".6"/>
<g transform="translate(180 10) rotate(-38)"><rect x="-84" y="-32" width="168" height="64" rx="32"/><path d="M0-32V32"/><path d="M0-32h52a32 32 0 0 1 0 64H0Z" fill="#fff" opacity=".85"/></g></g>
<path d="M616 226c-4-74 36-112 108-116 6 64-32 116-108 116ZM596 262c22-54 52-84 88-110" opacity=".7"/>`

const checkedProof = `
<g transform="translate(760 80)"><rect width="240" height="310" rx="12"/><path d="M40 60h120M40 100h160M40 140h160M40 180h90" opacity=".65"/>
<g fill="#fff" stroke="none" opacity=".85"><path d="M40 220h22v22H40zM72 220h12v12H72zM92 220h22v22H92zM40 252h12v12H40zM62 252h30v12H62zM40 272h22v14H40zM74 274h14v12H74zM100 256h14v30h-14z"/></g>
<g transform="translate(212 236)"><circle r="78" fill="#175cd3"/><path d="m-34 0 24 26 46-52"/></g><path d="m268 292 70 70" stroke-width="16"/></g>`

const swipers = [
  {
    title: '报名、学习、考试、取得学时证明，一年一次，全程线上办理',
    redirectUrl: '/guide',
    picture: scene('#0b6b5d', '#074b41', threeSteps),
  },
  {
    title: '用药安全科普：把说明书讲给每一位顾客听',
    redirectUrl: '/list/technology',
    picture: scene('#2c5f4a', '#123f3a', bookAndCapsule),
  },
  {
    title: '学时证明在线核验：扫码或输入核验编号，真伪立见',
    redirectUrl: '/verify',
    picture: scene('#2f4a7d', '#1b2f57', checkedProof),
  },
] as const

export async function addDemoSwipers(deps: Deps, editor: { username: string }): Promise<void> {
  const { default: sharp } = await import('sharp')
  for (const [index, { picture, ...swiper }] of swipers.entries()) {
    const fileId = await addContentFile(deps, {
      purpose: 'PICTURE',
      name: `swiper-${index + 1}.png`,
      content: await sharp(Buffer.from(picture)).png().toBuffer(),
    })
    await saveSwiper(deps, editor, {
      ...swiper,
      id: null,
      key: randomUUID(),
      fileId,
      visible: true,
    })
  }
}
