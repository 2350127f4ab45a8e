import { Controller, Get, Header } from '@nestjs/common';
import { DOCS_PAGE, DOCS_PAGE_POLICY, readViewer } from './docs-page';
import { buildDocument } from './document';

/** Describes the API to whoever asks. Takes no API key. What is served is made at the first request, and kept. */
@Controller()
export class OpenApiController {
  #document: string | undefined;
  #viewer: Buffer | undefined;

  /** `GET /openapi.json` */
  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  getDocument(): string {
    this.#document ??= JSON.stringify(buildDocument());
    return this.#document;
  }

  /** `GET /docs` */
  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', DOCS_PAGE_POLICY)
  @Header('x-content-type-options', 'nosniff')
  @Header('referrer-policy', 'no-referrer')
  getPage(): string {
    return DOCS_PAGE;
  }

  /** The script of the page. */
  @Get('docs/rapidoc.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  @Header('x-content-type-options', 'nosniff')
  getViewer(): Buffer {
    this.#viewer ??= readViewer();
    return this.#viewer;
  }
}
