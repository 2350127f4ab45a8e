import { Controller, Get, Header, Inject, NotFoundException, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  DOCS_PAGE,
  DOCS_PAGE_POLICY,
  GUIDE_FILES,
  GUIDES,
  guidePath,
  readGuide,
  readViewerFile,
  START_SCRIPT,
} from './docs-page';
import { GUIDE_POLICY, GUIDE_STYLES, guidePage } from './guide-page';
import { PublicApiOperation, type PublicOperationDocument } from '../../openapi/api-operation';
import { headersOf } from '../../openapi/headers';
import { ref } from '../../openapi/schema';
import { API_DOCUMENT } from '../../http/tokens';
import { StaticAsset } from './static-asset';

const apiDocument: PublicOperationDocument = {
  summary: 'Get this document',
  description: 'The description of the API in OpenAPI 3.1.',
  responses: {
    200: {
      description: 'The document.',
      headers: headersOf('svc-request-id'),
      content: {
        'application/json': {
          schema: ref('OpenApiDocument'),
          examples: { document: { summary: 'Its beginning', value: { openapi: '3.1.0' } } },
        },
      },
    },
  },
};

const page: PublicOperationDocument = {
  summary: 'Read this document',
  description: 'The description of the API as a page that works without any other server.',
  responses: {
    200: {
      description: 'The page.',
      headers: headersOf('svc-request-id'),
      content: {
        'text/html': {
          schema: { type: 'string' },
          examples: { page: { summary: 'Its beginning', value: '<!doctype html>' } },
        },
      },
    },
  },
};

/** Describes the API. Takes no API key. */
@Controller()
export class DocsController {
  readonly #document: StaticAsset;
  readonly #page = new StaticAsset(() => DOCS_PAGE);
  readonly #viewer = new StaticAsset(() => readViewerFile('swagger-ui-bundle.js'));
  readonly #styles = new StaticAsset(() => readViewerFile('swagger-ui.css'));
  readonly #start = new StaticAsset(() => START_SCRIPT);
  readonly #guideStyles = new StaticAsset(() => GUIDE_STYLES);
  readonly #guides: ReadonlyMap<string, StaticAsset> = new Map(
    GUIDES.flatMap(({ file, title }) => [
      [file, new StaticAsset(() => readGuide(file))],
      [guidePath(file), new StaticAsset(() => guidePage(title, file, readGuide(file).toString('utf8'), GUIDE_FILES))],
    ]),
  );

  constructor(@Inject(API_DOCUMENT) document: () => object) {
    this.#document = new StaticAsset(() => JSON.stringify(document()));
  }

  /** `GET /openapi.json` */
  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  @PublicApiOperation(apiDocument)
  getOpenApiDocument(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.#document.answer(request, reply);
  }

  /** `GET /docs` */
  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', DOCS_PAGE_POLICY)
  @Header('x-content-type-options', 'nosniff')
  @Header('referrer-policy', 'no-referrer')
  @PublicApiOperation(page)
  getDocs(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.#page.answer(request, reply);
  }

  /** Swagger UI. */
  @Get('docs/swagger-ui-bundle.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  @Header('x-content-type-options', 'nosniff')
  getViewer(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.#viewer.answer(request, reply);
  }

  /** The styles of Swagger UI. */
  @Get('docs/swagger-ui.css')
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  @Header('x-content-type-options', 'nosniff')
  getStyles(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.#styles.answer(request, reply);
  }

  /** Starts Swagger UI on the page. */
  @Get('docs/start.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  @Header('x-content-type-options', 'nosniff')
  getStart(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.#start.answer(request, reply);
  }

  /** The styles of the guides. */
  @Get('docs/guide.css')
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  @Header('x-content-type-options', 'nosniff')
  getGuideStyles(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.#guideStyles.answer(request, reply);
  }

  /** A guide that the page links to: `api` is its page, `api.md` its Markdown. */
  @Get('docs/:guide')
  @Header('x-content-type-options', 'nosniff')
  @Header('referrer-policy', 'no-referrer')
  getGuide(
    @Param('guide') guide: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const found = this.#guides.get(guide);
    if (found === undefined) throw new NotFoundException();
    // Not as decorators: a refusal is JSON.
    const isPage = !guide.endsWith('.md');
    void reply.header('content-type', isPage ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8');
    if (isPage) void reply.header('content-security-policy', GUIDE_POLICY);
    return found.answer(request, reply);
  }
}
