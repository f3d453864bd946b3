/**
 * The script of rendered pages: the content comes first, the application after it. Reading, links, search and panels
 * work without; so its files are fetched when the page has loaded and is idle, at the first sign that somebody wants to
 * do something, or after eight seconds, should a picture never come. Constant, so the policy allows it by its hash; the
 * files stand in its element's `data-files`.
 */
export const lateScripts = `(()=>{
const [entry,...others]=document.currentScript.dataset.files.split(' ')
let begun=false
const begin=()=>{
if(begun)return
begun=true
for(const href of others){const link=document.createElement('link');link.rel='modulepreload';link.href=href;document.head.append(link)}
import(entry)
}
for(const sign of ['pointerdown','keydown','focusin'])addEventListener(sign,begin,{once:true,passive:true})
addEventListener('load',()=>window.requestIdleCallback?requestIdleCallback(begin,{timeout:2000}):setTimeout(begin))
setTimeout(begin,8000)
})()`
