// axe on the page as it stands, with what it found in words.
import AxeBuilder from "@axe-core/playwright";

/** Violations of WCAG and best practice, one line each, of the page or of what a selector names; none if all is well. */
export async function axeFindings(page, within = "html") {
  const { violations } = await new AxeBuilder({ page }).include(within).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")} ${node.any.map((check) => check.message).join("; ")}`),
  );
}
