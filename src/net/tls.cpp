// TLS without any I/O: OpenSSL between two buffers in memory.
#include "net/tls.hpp"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <array>
#include <utility>

namespace net {
namespace {

constexpr std::size_t kPiece = 16 * 1024;

/// The first of OpenSSL's complaints, in its own words; forgets them all.
std::string complaint() {
  const auto code = ERR_get_error();
  ERR_clear_error();
  const char* reason = code == 0 ? nullptr : ERR_reason_error_string(code);
  return reason == nullptr ? "unknown error" : reason;
}

std::unexpected<base::Error> unusable(std::string_view what, const std::string& file) {
  return base::fail(base::Code::storage,
                    fmt::format("the {} in '{}' cannot be used: {}", what, file, complaint()));
}

SSL_CTX* context_of(const std::shared_ptr<void>& context) { return static_cast<SSL_CTX*>(context.get()); }

}  // namespace

base::Result<TlsIdentity> TlsIdentity::load_mutual(const std::string& certificate, const std::string& key,
                                                   const std::string& authority) {
  auto identity = load(certificate, key);
  if (!identity) return identity;
  SSL_CTX* context = context_of(identity->context_);
  if (SSL_CTX_load_verify_file(context, authority.c_str()) != 1) return unusable("authority", authority);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  return identity;
}

base::Result<TlsIdentity> TlsIdentity::load(const std::string& certificate, const std::string& key) {
  ERR_clear_error();
  const std::shared_ptr<void> owned(SSL_CTX_new(TLS_method()),
                                    [](void* made) { SSL_CTX_free(static_cast<SSL_CTX*>(made)); });
  SSL_CTX* context = context_of(owned);
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);  // idle connections hold none
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  // A key with a password is refused instead of asking the terminal for it.
  SSL_CTX_set_default_passwd_cb(context, [](char*, int, int, void*) { return 0; });
  if (SSL_CTX_use_certificate_chain_file(context, certificate.c_str()) != 1)
    return unusable("certificate", certificate);
  if (SSL_CTX_use_PrivateKey_file(context, key.c_str(), SSL_FILETYPE_PEM) != 1) return unusable("key", key);
  if (SSL_CTX_check_private_key(context) != 1) return unusable("key", key);
  return TlsIdentity(owned);
}

struct TlsChannel::Impl {
  std::shared_ptr<void> context;
  SSL* ssl = nullptr;
  BIO* input = nullptr;   ///< owned by `ssl`
  BIO* output = nullptr;  ///< owned by `ssl`
  std::string early;      ///< said before the handshake was over

  Impl(std::shared_ptr<void> from, TlsSide side)
      : context(std::move(from)),
        ssl(SSL_new(context_of(context))),
        input(BIO_new(BIO_s_mem())),
        output(BIO_new(BIO_s_mem())) {
    SSL_set_bio(ssl, input, output);
    if (side == TlsSide::accepts) {
      SSL_set_accept_state(ssl);
    } else {
      SSL_set_connect_state(ssl);
      SSL_do_handshake(ssl);
    }
  }
  ~Impl() { SSL_free(ssl); }
};

TlsChannel::TlsChannel(const TlsIdentity& identity, TlsSide side)
    : inside_(std::make_unique<Impl>(identity.context_, side)) {}
TlsChannel::~TlsChannel() = default;

base::Result<std::string> TlsChannel::receive(std::string_view bytes) {
  ERR_clear_error();
  BIO_write(inside_->input, bytes.data(), static_cast<int>(bytes.size()));
  std::string plain;
  std::array<char, kPiece> piece;
  for (;;) {
    const int count = SSL_read(inside_->ssl, piece.data(), piece.size());
    if (count > 0) {
      plain.append(piece.data(), static_cast<std::size_t>(count));
      continue;
    }
    const int why = SSL_get_error(inside_->ssl, count);
    if (why == SSL_ERROR_WANT_READ || why == SSL_ERROR_ZERO_RETURN) break;
    return base::fail(base::Code::malformed, complaint());
  }
  if (SSL_is_init_finished(inside_->ssl) != 0) say(std::exchange(inside_->early, {}));
  return plain;
}

void TlsChannel::say(std::string_view plain) {
  ERR_clear_error();
  if (SSL_is_init_finished(inside_->ssl) == 0) {
    inside_->early += plain;
    return;
  }
  if (!plain.empty()) SSL_write(inside_->ssl, plain.data(), static_cast<int>(plain.size()));
}

void TlsChannel::end() {
  ERR_clear_error();
  SSL_shutdown(inside_->ssl);
}

std::string TlsChannel::take_output() {
  std::string output(BIO_ctrl_pending(inside_->output), '\0');
  if (!output.empty()) BIO_read(inside_->output, output.data(), static_cast<int>(output.size()));
  return output;
}

}  // namespace net
