#include "net/content_security.hpp"

#include <cstddef>

#include "util/parse.hpp"
#include "util/sha256.hpp"

namespace crownhead::server {

namespace {

// " 'sha256-...'" for each of them.
std::string hashes(std::string_view page, std::string_view element) {
    std::string result;
    for (const std::string_view text : inline_elements(page, element)) {
        // The browser reads every end of a line as a line feed before it counts the hash.
        std::string read;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] != '\r')
                read += text[i];
            else if (i + 1 == text.size() || text[i + 1] != '\n')
                read += '\n';
        }
        result += " 'sha256-" + base64(sha256(read)) + "'";
    }
    return result.empty() ? " 'none'" : result;
}

}  // namespace

std::vector<std::string_view> inline_elements(std::string_view page, std::string_view element) {
    std::vector<std::string_view> found;
    std::size_t at = 0;
    while ((at = page.find('<', at)) != std::string_view::npos) {
        if (page.substr(at).starts_with("<!--")) {
            at = page.find("-->", at);
            continue;
        }
        ++at;
        // Inside a script, "<style>" is no element, and the other way round; so both are read, whichever is wanted.
        for (const std::string_view name : {"script", "style"}) {
            const std::string_view rest = page.substr(at);
            if (!rest.starts_with(name) || rest.size() == name.size() || is_letter(rest[name.size()])) continue;
            const std::size_t end = page.find('>', at);
            const std::size_t close = page.find("</" + std::string(name), end);
            if (close == std::string_view::npos) return found;
            const std::string_view attributes = page.substr(at, end - at);
            if (name == element && attributes.find(" src=") == std::string_view::npos)
                found.push_back(page.substr(end + 1, close - end - 1));
            at = close;
            break;
        }
    }
    return found;
}

std::string content_policy(std::string_view page) {
    return "default-src 'none'; script-src" + hashes(page, "script") + "; style-src" + hashes(page, "style") +
           "; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
}

}  // namespace crownhead::server
