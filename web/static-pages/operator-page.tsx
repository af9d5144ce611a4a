/** `/{token}`: a page that the operator added at a URL of its own. */
export { clientLoader, default, handle, loader } from './static-page.tsx';
