/** 首页与站点信息: what other modules and the seeds may use; the calls' own services lie in service/. */
export { saveFriendlink } from './service/friendlinks.ts'
export {
  type Constants,
  editableConstants,
  readConstants,
  readSiteInfo,
  saveConstants,
} from './service/site.ts'
export { saveSwiper } from './service/swipers.ts'
export { openTexts, publishFirstText } from './service/texts.ts'
export type { TextKind, TextName } from './store/texts.ts'
