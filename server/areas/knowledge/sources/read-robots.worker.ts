import { workerData } from 'node:worker_threads';
import robots from 'robots-parser';
import { serveResult } from '../../../platform/running/workers.ts';

// The types declare a default export, but the CommonJS module itself is the function.
const parseRobots = robots as unknown as typeof robots.default;

/** A robots.txt, and a page to check against it for a user agent. */
export interface RobotsInput {
  url: string;
  text: string;
  page: string;
  userAgent: string;
}

const { url, text, page, userAgent }: RobotsInput = workerData;
serveResult(parseRobots(url, text).isDisallowed(page, userAgent) === true);
