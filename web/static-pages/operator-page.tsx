/** `/{token}`: a page that the operator added at a URL of its own. */
export { default, handle, load } from './static-page.tsx';
