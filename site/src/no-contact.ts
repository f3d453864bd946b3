/** Why there is nobody to call: none is named, or the site's constants could not be had. */
export function noContact(site: object | null | undefined): string {
  return site ? '联系方式暂未公布。' : '联系方式没有加载成功，请刷新页面。'
}
